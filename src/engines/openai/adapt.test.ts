import { describe, expect, it } from 'vitest'
import { ask, type engineFor, errorFrom, eventsOf, forever, open, says } from './engine.fixture.ts'
import { type MockReply, replyWith } from './mock-upstream.fixture.ts'

describe('what a server can not take', () => {
  const strict: MockReply = (request, response) => {
    const unknown = ['top_k', 'reasoning_effort'].find(field => field in request.body)
    const refusal = { error: { message: `Unrecognized request argument supplied: ${unknown}` } }
    if (unknown) replyWith(400, refusal)(request, response)
    else says('Hello')(request, response)
  }
  const started = async (engine: ReturnType<typeof engineFor>, more: Parameters<typeof ask>[1]) =>
    (await eventsOf(engine.text.generate(ask('Hi', more), forever())))[0]

  it('is left out, reported, and remembered', async () => {
    const { upstream, engine } = await open(strict)
    expect(await started(engine, { topK: 5, effort: 'low', temperature: 1 })).toMatchObject({
      ignored: ['topK', 'effort'],
    })
    expect(upstream.chats).toHaveLength(3)
    expect(await started(engine, { topK: 5 })).toMatchObject({ ignored: ['topK'] })
    expect(await started(engine, { temperature: 1 })).toMatchObject({ ignored: [] })
    expect(upstream.chats).toHaveLength(5)
  })

  it('is remembered only where it is not the value that was refused', async () => {
    const { engine } = await open((request, response) => {
      const message = "Unsupported value: 'temperature' does not support 0.2 with this model."
      const refusal = { error: { message, param: 'temperature', code: 'unsupported_value' } }
      if (request.body.temperature === 0.2) replyWith(400, refusal)(request, response)
      else says('Hello')(request, response)
    })
    expect(await started(engine, { temperature: 0.2 })).toMatchObject({ ignored: ['temperature'] })
    expect(await started(engine, { temperature: 1 })).toMatchObject({ ignored: [] })
  })

  it('may be what we added: then nobody hears of it', async () => {
    const { upstream, engine } = await open((request, response) => {
      if (request.body.stream_options) replyWith(400, { error: { message: 'bad request' } })(request, response)
      else says('Hello')(request, response)
    })
    expect(await started(engine, {})).toMatchObject({ ignored: [] })
    expect(await started(engine, {})).toMatchObject({ ignored: [] })
    expect(upstream.chats).toHaveLength(3)
  })

  it('may be the name of the limit', async () => {
    const { upstream, engine } = await open((request, response) => {
      const message = "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead."
      if (request.body.max_tokens) replyWith(400, { error: { message } })(request, response)
      else says('Hello')(request, response)
    })
    expect(await started(engine, { maxTokens: 7 })).toMatchObject({ ignored: [] })
    expect(upstream.chats.at(-1)?.body.max_completion_tokens).toBe(7)
  })

  it('is not what is merely wrong', async () => {
    const { upstream, engine } = await open((request, response) => {
      const isWrong = (request.body.temperature ?? 0) > 1
      if (isWrong)
        replyWith(400, { error: { message: 'temperature must be at most 1', param: 'temperature' } })(request, response)
      else says('Hello')(request, response)
    })
    await started(engine, {})
    const error = await errorFrom(eventsOf(engine.text.generate(ask('Hi', { temperature: 2 }), forever())))
    expect(error).toMatchObject({ code: 'request_params_invalid', message: 'temperature must be at most 1' })
    expect(upstream.chats).toHaveLength(2)
  })

  it('is not asked for ever', async () => {
    const refusal = { error: { message: 'unknown parameter top_k, and stream_options too' } }
    const { upstream, engine } = await open(replyWith(400, refusal))
    expect(await errorFrom(eventsOf(engine.text.generate(ask('Hi', { topK: 1 }), forever())))).toMatchObject({
      code: 'request_params_invalid',
    })
    expect(upstream.chats.length).toBeLessThan(5)
  })
})
