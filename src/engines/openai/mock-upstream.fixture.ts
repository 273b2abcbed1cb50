import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface MockRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: MockBody
  /** The first and the last message, as text. */
  readonly first: string
  readonly last: string
  /** Resolves when the other side has closed the connection. */
  readonly closed: Promise<void>
}

/** What tests look at in what was sent. */
export interface MockBody {
  readonly [field: string]: unknown
  readonly messages?: readonly { readonly content: string }[]
  readonly content?: string
  readonly stream?: boolean
  readonly temperature?: number
  readonly max_tokens?: number
  readonly max_completion_tokens?: number
}

export type MockReply = (request: MockRequest, response: ServerResponse) => void | Promise<void>

export interface MockUpstream {
  readonly url: string
  readonly requests: MockRequest[]
  /** Those for chat completions. */
  readonly chats: MockRequest[]
  close(): Promise<void>
}

/** A server on the loopback that replies as a test says. What it is not told of is 404. */
export async function mockUpstream(replies: Record<string, MockReply>, port = 0): Promise<MockUpstream> {
  const requests: MockRequest[] = []
  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming, response)
    requests.push(request)
    const reply = replies[`${request.method} ${request.path}`]
    if (reply) await reply(request, response)
    else response.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":"Not Found"}')
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    get chats() {
      return requests.filter(({ path }) => path === '/v1/chat/completions')
    },
    async close() {
      server.close()
      server.closeAllConnections()
      if (server.listening) await once(server, 'close')
    },
  }
}

async function readRequest(incoming: IncomingMessage, response: ServerResponse): Promise<MockRequest> {
  const { promise, resolve } = Promise.withResolvers<void>()
  response.on('close', () => resolve())
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  const body: MockBody = JSON.parse(text || '{}')
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    body,
    first: body.messages?.[0]?.content ?? '',
    last: body.messages?.at(-1)?.content ?? '',
    closed: promise,
  }
}

export const chat = 'POST /v1/chat/completions'

/** A stream of chunks, each given as its JSON. */
export function streamOf(...chunks: readonly unknown[]): MockReply {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(sse(...chunks, '[DONE]'))
  }
}

export function sse(...chunks: readonly unknown[]): string {
  return chunks.map(chunk => `data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`).join('')
}

export function replyWith(status: number, body: unknown, headers: Record<string, string> = {}): MockReply {
  return (_, response) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
  }
}

export function delta(fields: Record<string, unknown>, finish: string | null = null): Record<string, unknown> {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [choice(fields, finish)],
  }
}

function choice(fields: Record<string, unknown>, finish: string | null): Record<string, unknown> {
  return { index: 0, delta: fields, finish_reason: finish }
}

export function usageChunk(prompt: number, completion: number, more: Record<string, unknown> = {}) {
  const usage = { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion, ...more }
  return { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage }
}
