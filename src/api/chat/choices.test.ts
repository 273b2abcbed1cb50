import { afterEach, describe, expect, it, vi } from 'vitest'
import { errorBody } from '../../../test/support/error-body.ts'
import { type GenerationServer, startGenerationServer } from '../../../test/support/generation-server.ts'
import { ends, says } from '../../../test/support/scripted-answers.ts'
import { createWatchedEngine } from '../../../test/support/watched-engine.ts'
import type { ScriptedReply } from '../../engines/scripted/scripted.ts'
import { chatRoutes } from './route.ts'

let server: GenerationServer | undefined
afterEach(async () => {
  await server?.[Symbol.asyncDispose]()
  server = undefined
})

const hanging: ScriptedReply = { events: says({ text: 'And so on' }), hang: true }
const silent: ScriptedReply = { hang: true }
const refusing: ScriptedReply = { refuse: { code: 'rate_limited', message: 'Too many at once.' } }
const breaking: ScriptedReply = {
  events: [...says({ text: 'Half' }), { type: 'failed', code: 'upstream_timeout', message: 'It is silent.' }],
}
const speaking: ScriptedReply = { events: [...says({ text: 'Hello to you.' }), ends()] }

async function ask(replies: readonly [ScriptedReply, ...ScriptedReply[]], more: object) {
  const engine = createWatchedEngine(replies)
  server = await startGenerationServer({ chat: chatRoutes }, { 'svc-3.7-flash': engine })
  const messages = [{ role: 'user', content: 'Hi' }]
  const reply = await server.post('/v1/chat/completions', { model: 'svc-3.7-flash', messages, n: 3, ...more })
  return { engine, server, reply }
}

describe('choices', () => {
  it('are streamed as they come: one that is slow does not hold up the others', async () => {
    const { reply } = await ask([hanging, speaking, speaking], { stream: true })
    let text = ''
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
    while ([...text.matchAll(/"finish_reason":"stop"/g)].length < 2) text += (await reader?.read())?.value ?? ''
    expect(text).toContain('"content":"on"')
    expect(text).not.toContain('[DONE]')
    await reader?.cancel()
  })

  it.each([false, true])('that can not start end those that have (stream: %s)', async stream => {
    const { engine, server, reply } = await ask([hanging, refusing, hanging], { stream })
    expect(reply.status).toBe(429)
    expect(await reply.json()).toEqual(errorBody('rate_limited', 'Too many at once.'))
    expect([engine.signals[0]?.aborted, engine.signals[2]?.aborted]).toEqual([true, true])
    // What the two had cost is told.
    await vi.waitFor(() => expect(server.usages).toHaveLength(2))
  })

  it('that fail end the others of a stream', async () => {
    const { engine, server, reply } = await ask([silent, breaking, hanging], { stream: true })
    expect(await reply.text()).toMatch(/\n\ndata: \{"error":\{"message":"It is silent."[^\n]*\}\n\n$/)
    expect(engine.signals.map(({ aborted }) => aborted)).toEqual([true, true, true])
    await vi.waitFor(() => expect(server.usages).toHaveLength(3))
  })

  it('that fail end the others of a whole', async () => {
    const { engine, server, reply } = await ask([silent, breaking, hanging], {})
    expect(reply.status).toBe(504)
    expect(engine.signals.map(({ aborted }) => aborted)).toEqual([true, true, true])
    await vi.waitFor(() => expect(server.usages).toHaveLength(3))
  })

  it('are all accounted for', async () => {
    const { server } = await ask([speaking], {})
    expect(server.usages.map(({ usage }) => usage.outputTokens)).toEqual([6, 6, 6])
    // The choices share one prompt.
    expect(server.usages.map(({ usage }) => usage.inputTokens)).toEqual([expect.any(Number), 0, 0])
    expect(server.usages[0]?.usage.inputTokens).toBeGreaterThan(0)
  })
})
