import OpenAI from 'openai'
import PreviousOpenAI from 'openai-previous'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { chatRoutes } from '../src/api/chat/route.ts'
import { createScriptedEngine } from '../src/engines/scripted/scripted.ts'
import { type GenerationServer, startGenerationServer } from './support/generation-server.ts'
import { ends, says } from './support/scripted-answers.ts'
import { createWatchedEngine } from './support/watched-engine.ts'

const model = 'svc-3.7-flash'
const engine = createScriptedEngine({
  replies: [
    { when: 'busy', refuse: { code: 'rate_limited', message: 'Too many at once.' } },
    { when: 'away', refuse: { code: 'service_unavailable', message: 'All engines are away.' } },
    {
      when: 'break',
      events: [...says({ text: 'Half' }), { type: 'failed', code: 'upstream_timeout', message: 'It is silent.' }],
    },
    { events: [...says({ text: 'Hello to you.' }), ends()] },
  ],
})
const hanging = createWatchedEngine([{ events: says({ text: 'And so on' }), hang: true }])

let server: GenerationServer
beforeAll(async () => {
  server = await startGenerationServer({ chat: chatRoutes }, { [model]: engine, 'svc-3.5-flash': hanging })
})
afterAll(() => server[Symbol.asyncDispose]())

const asking = (content: string) => ({ model, messages: [{ role: 'user' as const, content }] })
const clients: [string, typeof OpenAI][] = [
  ['openai', OpenAI],
  ['openai, one major back', PreviousOpenAI as unknown as typeof OpenAI],
]

describe.each(clients)('%s', (_name, Client) => {
  const open = (apiKey = server.key) => new Client({ apiKey, baseURL: `${server.url}/v1`, maxRetries: 0 })
  const caught = (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      (error: unknown) => error,
    )

  it.each([
    ['busy', 429, 'RateLimitError', 'rate_limited', 'Too many at once.'],
    ['away', 503, 'InternalServerError', 'service_unavailable', 'All engines are away.'],
  ] as const)('throws what can not start, streamed or not: %s', async (words, status, name, code, message) => {
    const chat = open().chat.completions
    const tries = [
      chat.create(asking(words)),
      chat.create({ ...asking(words), stream: true }),
      chat.stream(asking(words)).finalChatCompletion(),
    ]
    for (const one of tries) {
      const error = await caught(one)
      expect(error).toBeInstanceOf(Client[name])
      expect(error).toMatchObject({
        status,
        code,
        type: code,
        param: null,
        message: `${status} ${message}`,
        requestID: expect.stringMatching(/^req_/),
      })
    }
  })

  it('throws what is wrong with a request, by name', async () => {
    const error = await caught(open().chat.completions.create({ ...asking('hello'), temperature: 3 }))
    expect(error).toBeInstanceOf(Client.BadRequestError)
    expect(error).toMatchObject({
      code: 'request_params_invalid',
      param: 'temperature',
      message: '400 "temperature" must be at most 2 (got 3).',
    })
    const unknown = await caught(open().chat.completions.create({ ...asking('hello'), model: 'nobody' }))
    expect(unknown).toBeInstanceOf(Client.NotFoundError)
    expect(unknown).toMatchObject({ code: 'model_invalid' })
    const stranger = await caught(open('mk-wrong').chat.completions.create(asking('hello')))
    expect(stranger).toBeInstanceOf(Client.AuthenticationError)
    expect(stranger).toMatchObject({ message: '401 Incorrect API key provided' })
  })

  it('throws what fails in the middle of a stream', async () => {
    let text = ''
    const read = async () => {
      for await (const { choices } of await open().chat.completions.create({ ...asking('break'), stream: true })) {
        text += choices[0]?.delta.content ?? ''
      }
    }
    const error = await caught(read())
    expect(text).toBe('Half')
    expect(error).toBeInstanceOf(Client.APIError)
    expect(error).toMatchObject({ code: 'upstream_timeout', message: expect.stringContaining('It is silent.') })

    const accumulated = open().chat.completions.stream(asking('break')).finalChatCompletion()
    await expect(accumulated).rejects.toThrow('It is silent.')
    await expect(open().chat.completions.create(asking('break'))).rejects.toThrow('504 It is silent.')
  })

  it('leaves a stream, and the engine stops', async () => {
    const { signals } = hanging
    const body = { ...asking('hello'), model: 'svc-3.5-flash' }
    const leave: (() => Promise<void>)[] = [
      async () => {
        const stream = await open().chat.completions.create({ ...body, stream: true })
        for await (const { choices } of stream) if (choices[0]?.delta.content === 'on') break
      },
      async () => {
        const stream = open().chat.completions.stream(body)
        stream.on('content', piece => {
          if (piece === 'on') stream.abort()
        })
        await expect(stream.finalChatCompletion()).rejects.toThrow(Client.APIUserAbortError)
      },
      async () => {
        const leaving = new AbortController()
        const before = signals.length
        const whole = caught(open().chat.completions.create(body, { signal: leaving.signal }))
        await vi.waitFor(() => expect(signals.length).toBe(before + 1))
        leaving.abort()
        expect(await whole).toBeInstanceOf(Client.APIUserAbortError)
      },
    ]
    for (const go of leave) {
      await go()
      await vi.waitFor(() => expect(signals.at(-1)?.aborted).toBe(true))
    }
  })
})
