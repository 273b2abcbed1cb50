import {
  chat,
  type MockReply,
  type MockUpstream,
  mockUpstream,
} from '../../../src/engines/openai/mock-upstream.fixture.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { bodyOf, type Dialect, dialects, pathOf, type Question } from './dialects.ts'
import { seeChat } from './see-chat.ts'
import { seeMessages } from './see-messages.ts'
import { seeResponses } from './see-responses.ts'
import type { Seen } from './seen.ts'

const see = { chat: seeChat, messages: seeMessages, responses: seeResponses }

export type Reply = Seen & { readonly headers: Headers }

export interface OverUpstream extends AsyncDisposable {
  readonly server: TestServer
  readonly upstream: MockUpstream
  /** Asks the upstream that replies by this name. */
  ask(name: string, dialect: Dialect, question: Omit<Question, 'model'>): Promise<Reply>
}

export interface NamedReply {
  /** `shown` resolves when whoever asks has the head of our reply. */
  readonly reply: (...given: [...Parameters<MockReply>, shown: Promise<void>]) => ReturnType<MockReply>
  readonly timeoutSeconds?: number
  /** How long it may be silent. */
  readonly idleSeconds?: number
}

/**
 * The whole server before one upstream, which replies by the name of the model. Each dialect has a model of its own for
 * each reply: what one learns about its upstream, or holds against it, is not the others'.
 */
export async function startOverUpstream(replies: Readonly<Record<string, NamedReply>>): Promise<OverUpstream> {
  const heads = new Map<string, PromiseWithResolvers<void>>()
  const upstream = await mockUpstream({
    [chat](request, response) {
      const name = String(request.body.model)
      return replies[name]?.reply(request, response, heads.get(name)?.promise ?? Promise.resolve())
    },
  })
  const models = Object.entries(replies).flatMap(([name, { timeoutSeconds = 100, idleSeconds = 60 }]) =>
    dialects.map(
      dialect =>
        `  ${name}.${dialect}: { engine: openai, url: "${upstream.url}", model: ${name}, health: false, idle_seconds: ${idleSeconds}, timeout_seconds: ${timeoutSeconds} }\n`,
    ),
  )
  const server = await startServer({ config: `models:\n${models.join('')}` })
  return {
    server,
    upstream,
    async ask(name, dialect, question) {
      const shown = Promise.withResolvers<void>()
      heads.set(name, shown)
      const response = await server.fetch(pathOf[dialect], {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(bodyOf(dialect, { ...question, model: `${name}.${dialect}` })),
      })
      shown.resolve()
      const seen = see[dialect](response.status, await response.text(), question.stream)
      return { ...seen, headers: response.headers }
    },
    async [Symbol.asyncDispose]() {
      await server.stop()
      await upstream.close()
    },
  }
}
