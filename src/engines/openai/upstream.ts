import { Pool } from 'undici'
import { hashText } from './affinity.ts'
import type { ChatField } from './chat/chat-fields.ts'
import { Circuit } from './circuit.ts'
import { Connections } from './wire/connections.ts'

const connectMs = 5000
/** Each stream holds a connection for as long as it speaks; a smaller number would make answers wait for each other. */
const mostConnections = 4096
const keepAliveMs = 30_000

/** One server: its connections, how it is doing, and what has been learnt about it. */
export class Upstream {
  /** For answers, of which there are many. */
  readonly connections: Connections
  /** For everything else. */
  readonly pool: Pool
  /** Where the OpenAI paths begin, such as `/v1`. */
  readonly basePath: string
  /** Where the server's own paths begin: the same without `/v1`. */
  readonly rootPath: string
  readonly headers: string[]
  readonly hash: number
  readonly circuit: Circuit
  readonly #now: () => number
  inFlight = 0
  isReachable = true
  #restsUntil = 0

  /** Fields that it has refused. */
  readonly refused = new Set<ChatField>()
  limitField: 'max_tokens' | 'max_completion_tokens' = 'max_tokens'
  /** Whether it has taken a request as we build them. */
  hasAccepted = false
  /** How it counts the tokens of a conversation, once that is known. */
  counting: 'vllm' | 'llama' | 'none' | undefined
  /** The path that answers when asked for its health, once that is known. */
  healthPath: string | undefined

  constructor(url: string, key: string | undefined, now: () => number) {
    const { origin, pathname } = new URL(url)
    this.basePath = pathname.replace(/\/+$/, '')
    this.rootPath = this.basePath.replace(/\/v\d+$/, '')
    this.hash = hashText(0, url)
    this.circuit = new Circuit(now)
    this.#now = now
    this.headers = [
      ...['content-type', 'application/json'],
      ...['accept', 'text/event-stream, application/json'],
      ...['user-agent', 'medley'],
      ...(key === undefined ? [] : ['authorization', `Bearer ${key}`]),
    ]
    this.connections = new Connections(`${origin}${this.basePath}/chat/completions`, this.headers)
    this.pool = new Pool(origin, {
      connections: mostConnections,
      pipelining: 1,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs * 4,
      // Attempts have clocks of their own.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { timeout: connectMs },
      // Over HTTP/1 the end of a connection is the end of the work behind it, with every server.
      allowH2: false,
    })
  }

  /** Reached, and not asking for rest. */
  get isWell(): boolean {
    return this.isReachable && this.#restsUntil <= this.#now()
  }

  /** It asked to be left alone for that long. */
  rest(seconds: number): void {
    this.#restsUntil = this.#now() + seconds * 1000
  }
}
