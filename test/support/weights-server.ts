import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

export interface WeightsServer extends AsyncDisposable {
  readonly url: string
  /** What was asked for, as `path` or `path from BYTE`. */
  readonly asked: string[]
  /** Offers a package; its files come out of one tarball. */
  publish(name: string, version: string, files: Readonly<Record<string, Buffer>>): void
  /** Offers a file as Hugging Face does: behind a redirect. */
  offer(repository: string, revision: string, path: string, content: Buffer): void
  /** Changes how contents are sent, until told otherwise. */
  behave(behaviour: Behaviour): void
}

export interface Behaviour {
  /** The connection is cut after so many bytes of each reply. */
  readonly cutAfter?: number
  readonly ranges?: boolean
  readonly status?: number
  /** The bytes are others, though as many. */
  readonly garble?: boolean
  /** The reply stops here, and goes on when the behaviour changes. */
  readonly holdAfter?: number
}

/** One server that is an npm registry and a Hugging Face, with the faults that networks have. */
export async function startWeightsServer(): Promise<WeightsServer> {
  const lists = new Map<string, { versions: Record<string, unknown> }>()
  const contents = new Map<string, Buffer>()
  const redirects = new Map<string, string>()
  const asked: string[] = []
  let behaviour: Behaviour = {}
  let changed = Promise.withResolvers<void>()
  const server = createServer((request, reply) => {
    const path = decodeURIComponent(request.url ?? '').slice(1)
    const list = lists.get(path)
    if (list) return void reply.setHeader('content-type', 'application/json').end(JSON.stringify(list))
    const target = redirects.get(path)
    if (target !== undefined) return void reply.writeHead(302, { location: `/${target}` }).end()
    const content = contents.get(path)
    if (!content) return void reply.writeHead(404).end('{}')
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    asked.push(from > 0 ? `${path} from ${from}` : path)
    void send(request, reply, content, from, behaviour, changed.promise)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    asked,
    publish(name, version, files) {
      const path = `${name}/-/${version}.tgz`
      contents.set(path, gzipSync(tarOf(files), { level: 1 }))
      const versions = { ...lists.get(name)?.versions, [version]: { dist: { tarball: `${url}/${path}` } } }
      lists.set(name, { versions })
    },
    offer(repository, revision, path, content) {
      redirects.set(`${repository}/resolve/${revision}/${path}`, `cdn/${path}`)
      contents.set(`cdn/${path}`, content)
    },
    behave(next) {
      behaviour = next
      changed.resolve()
      changed = Promise.withResolvers()
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function send(
  request: IncomingMessage,
  reply: ServerResponse,
  content: Buffer,
  asked: number,
  { cutAfter, ranges = true, status, garble, holdAfter }: Behaviour,
  changed: Promise<void>,
): Promise<void> {
  if (status !== undefined) return void reply.writeHead(status).end()
  const from = ranges ? asked : 0
  if (from > 0 && from >= content.length) {
    return void reply.writeHead(416, { 'content-range': `bytes */${content.length}` }).end()
  }
  const rest = content.subarray(from)
  const bytes = garble ? Buffer.from(rest.map(byte => byte ^ 1)) : rest
  reply.writeHead(from > 0 ? 206 : 200, {
    'content-length': bytes.length,
    ...(from > 0 && { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` }),
  })
  if (cutAfter !== undefined && cutAfter < bytes.length) {
    reply.write(bytes.subarray(0, cutAfter), () => request.socket.end())
    return
  }
  if (holdAfter !== undefined && holdAfter < bytes.length) {
    reply.write(bytes.subarray(0, holdAfter))
    await changed
    return void reply.end(bytes.subarray(holdAfter))
  }
  reply.end(bytes)
}

/** As npm packs: everything below "package/". */
function tarOf(files: Readonly<Record<string, Buffer>>): Buffer {
  const blocks = Object.entries(files).flatMap(([path, content]) => {
    const header = Buffer.alloc(512)
    header.write(`package/${path}`, 0, 100)
    header.write('0000644\0', 100)
    header.write(content.length.toString(8).padStart(11, '0'), 124)
    header.write('        0ustar\u000000', 148)
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

/** Bytes that no compression makes smaller. */
export function weightsOf(bytes: number): Buffer {
  return randomBytes(bytes)
}

export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
