import { request } from 'node:http'

export interface WireRequest {
  readonly method: string
  /** Path and query as they go over the wire, which need not be sane. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Whether no reading of the contract lets this through; else a 2xx is fine too. */
  readonly refused: boolean
}

export interface WireReply {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: string
}

const patienceMs = 10_000

/** A connection a request: what one does to its connection must not show in the next. */
export function send(origin: string, { method, target, headers, body }: WireRequest): Promise<WireReply> {
  const { promise, resolve, reject } = Promise.withResolvers<WireReply>()
  const { hostname, port } = new URL(origin)
  const outgoing = request({
    hostname,
    port,
    method,
    path: target,
    // Always said: for some methods Node would send a body and not tell how long it is.
    headers: { ...headers, 'content-length': body.length },
    agent: false,
    timeout: patienceMs,
  })
  outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${patienceMs} ms`)))
  // Once the reply is in, an error is the server's refusal to read the rest of the body.
  outgoing.on('error', reject)
  outgoing.on('response', incoming => {
    const chunks: Buffer[] = []
    incoming.on('data', chunk => chunks.push(chunk))
    incoming.on('error', reject)
    incoming.on('end', () => {
      resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks).toString() })
      outgoing.destroy()
    })
  })
  outgoing.end(body)
  return promise
}
