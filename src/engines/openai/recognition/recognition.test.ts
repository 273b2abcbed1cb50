import type { ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { speak, vocabulary } from '../../../../test/support/recognition/tones.ts'
import type { RecognitionRequest } from '../../../core/recognition.ts'
import { recognitionEngineContract } from '../../recognition-engine.contract.ts'
import { createScriptedRecognition } from '../../scripted/scripted-recognition.ts'
import { errorFrom, forever } from '../engine.fixture.ts'
import { createOpenaiEngine, type OpenaiOptions } from '../openai-engine.ts'
import { readTranscript } from './read-transcript.ts'

type Reply = (form: FormData, response: ServerResponse, headers: Record<string, unknown>) => void | Promise<void>

/** A server that takes forms, on the loopback. */
async function upstream(reply: Reply) {
  const forms: FormData[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    expect(Number(request.headers['content-length'])).toBe(bytes.length)
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    const form = await new Response(bytes, { headers }).formData()
    forms.push(form)
    await reply(form, response, { ...request.headers, path: request.url })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, forms, close }
}

function engineFor(url: string, options: Partial<OpenaiOptions> = {}) {
  const settings = { urls: [url], model: 'theirs', timeoutSeconds: 5, idleSeconds: 5, health: false } as const
  const engine = createOpenaiEngine({ ...settings, capability: 'recognition', ...options }, 'svc-asr')
  if (!engine.recognition) throw new Error('the engine does not recognise')
  return { recognition: engine.recognition, close: () => engine.close() }
}

async function open(reply: Reply, options: Partial<OpenaiOptions> = {}) {
  const server = await upstream(reply)
  const engine = engineFor(server.url, options)
  onTestFinished(async () => {
    await engine.close()
    await server.close()
  })
  return { ...server, ...engine }
}

const heard = (samples: Float32Array, more: Partial<RecognitionRequest> = {}): RecognitionRequest => ({
  model: 'svc-asr',
  samples,
  hotwords: [],
  effort: 'usual',
  ...more,
})
const json = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** As Whisper servers do: words without spaces and punctuation, the language by its name. */
const transcribes: Reply = async (form, response) => {
  const wav = Buffer.from(await (form.get('file') as File).arrayBuffer())
  const samples = Float32Array.from({ length: (wav.length - 44) / 2 }, (_, n) => wav.readInt16LE(44 + n * 2) / 32_768)
  const scripted = createScriptedRecognition({ vocabulary })
  const { words } = await scripted.recognise(heard(samples), forever())
  if (words.length > 12) await new Promise(resolve => setTimeout(resolve, 300))
  const text = words.map(({ word }, index) => (index === 0 ? word : `,${word}`)).join('')
  json(response, 200, {
    text: text === '' ? '' : ` ${text}.`,
    language: 'english',
    words: words.map(word => ({ ...word, word: word.word.trim() })),
  })
}

recognitionEngineContract('the openai engine', async () => {
  const server = await upstream(transcribes)
  const engine = engineFor(server.url)
  return {
    recognition: engine.recognition,
    plain: heard(speak(['alpha', 'bravo'])),
    other: heard(speak(['charlie'])),
    slow: heard(speak([...vocabulary, ...vocabulary])),
    async close() {
      await engine.close()
      await server.close()
    },
  }
})

recognitionEngineContract('the scripted engine', async () => {
  const scripted = createScriptedRecognition({ vocabulary })
  return {
    recognition: {
      async recognise(request, signal) {
        if (request.samples.length > 5 * 16_000)
          await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        return scripted.recognise(request, signal)
      },
    },
    plain: heard(speak(['alpha', 'bravo'])),
    other: heard(speak(['charlie'])),
    slow: heard(speak([...vocabulary, ...vocabulary])),
    close: async () => {},
  }
})

describe('what is sent', () => {
  it('is the sound, and what is known of it', async () => {
    let seen: Record<string, unknown> = {}
    const { recognition, forms } = await open(
      (form, response, headers) => {
        seen = headers
        return transcribes(form, response, headers)
      },
      { key: 'sk-secret' },
    )
    const request = heard(speak(['alpha', 'bravo']), { language: 'zh-CN', hotwords: ['Ada', '阶跃'], prompt: 'cities' })
    const { words } = await recognition.recognise(request, forever())
    const [form] = forms
    expect(
      Object.fromEntries([...(form?.entries() ?? [])].filter(([, value]) => typeof value === 'string')),
    ).toMatchObject({
      model: 'theirs',
      response_format: 'verbose_json',
      language: 'zh',
      prompt: 'Ada, 阶跃. cities',
      'timestamp_granularities[]': 'segment',
    })
    expect(form?.getAll('timestamp_granularities[]')).toEqual(['word', 'segment'])
    expect(seen).toMatchObject({ authorization: 'Bearer sk-secret', path: '/v1/audio/transcriptions' })
    expect(words).toMatchObject([
      { word: 'alpha,', start: 0 },
      { word: ' bravo.', start: expect.closeTo(0.304, 1) },
    ])
  })
})

describe('servers that tell less', () => {
  it('are asked for less, and that is remembered', async () => {
    const { recognition, forms } = await open((form, response) => {
      if (form.has('timestamp_granularities[]')) return json(response, 400, { error: { message: 'unknown parameter' } })
      if (form.get('response_format') === 'verbose_json') {
        return json(response, 400, { error: { message: 'response_format must be json or text' } })
      }
      return json(response, 200, { text: 'one two three four' })
    })
    const samples = new Float32Array(16_000 * 4).fill(0.1)
    const { words, language } = await recognition.recognise(heard(samples), forever())
    expect(language).toBe('en')
    expect(words[0]).toMatchObject({ word: 'one', start: 0 })
    expect(words.at(-1)).toMatchObject({ word: ' four', end: 4 })
    await recognition.recognise(heard(samples), forever())
    expect(forms.map(form => [form.get('response_format'), form.has('timestamp_granularities[]')])).toEqual([
      ['verbose_json', true],
      ['verbose_json', false],
      ['json', false],
      ['json', false],
    ])
  })

  it('may tell segments only', () => {
    const segments = [
      { text: ' Hello there.', start: 1, end: 2 },
      { text: ' Bye.', start: 5, end: 6 },
    ]
    const { words } = readTranscript({ text: 'Hello there. Bye.', language: 'en', segments }, 10, undefined)
    expect(words).toEqual([
      { word: 'Hello', start: 1, end: 1.5 },
      { word: ' there.', start: 1.5, end: 2 },
      { word: ' Bye.', start: 5, end: 6 },
    ])
  })

  it('may tell words in characters', () => {
    const words = [...'你好世界'].map((word, index) => ({ word, start: index, end: index + 1 }))
    const read = readTranscript({ text: '你好，世界。', language: 'chinese', words }, 4, undefined)
    expect(read.language).toBe('zh')
    expect(read.words.map(({ word, start }) => [word, start])).toEqual([
      ['你', 0],
      ['好，', 1],
      ['世', 2],
      ['界。', 3],
    ])
  })

  it('may tell nonsense of times', () => {
    const words = [
      { word: 'a', start: 9, end: -3 },
      { word: 'b', start: 'x', end: 1 },
      { word: 'c', start: 0.5, end: 99 },
    ]
    const read = readTranscript({ text: 'a b c', words }, 2, 'de')
    expect(read.words.map(({ word }) => word).join('')).toBe('a b c')
    expect(read.words.every(({ start, end }) => start >= 0 && end >= start && end <= 2)).toBe(true)
  })
})

describe('failures', () => {
  const samples = speak(['alpha'])

  it.each([
    [401, 'service_unavailable'],
    [404, 'service_unavailable'],
    [413, 'request_too_large'],
    [429, 'rate_limited'],
    [500, 'service_unavailable'],
    [504, 'upstream_timeout'],
  ])('of status %i are %s', async (status, code) => {
    const { recognition } = await open((_, response) => json(response, status, { error: { message: 'sk-secret' } }))
    const error = await errorFrom(recognition.recognise(heard(samples), forever()))
    expect(error.code).toBe(code)
    expect(error.message).toContain('"svc-asr"')
  })

  it('of a parameter are told as they are, after all that may be left out was', async () => {
    const { recognition, forms } = await open((_, response) => json(response, 400, { error: { message: 'bad audio' } }))
    expect(await errorFrom(recognition.recognise(heard(samples), forever()))).toMatchObject({
      code: 'request_params_invalid',
      message: 'bad audio',
    })
    expect(forms).toHaveLength(3)
  })

  it.each([
    ['no JSON', (response: ServerResponse) => void response.end('<html>')],
    ['no text', (response: ServerResponse) => json(response, 200, { nothing: 1 })],
    [
      'half an answer',
      (response: ServerResponse) =>
        void response.writeHead(200, { 'content-length': 99 }).write('{', () => response.destroy()),
    ],
  ])('are %s', async (_what, reply) => {
    const { recognition } = await open((_form, response) => reply(response))
    expect((await errorFrom(recognition.recognise(heard(samples), forever()))).code).toBe('service_unavailable')
  })

  it('are answers that do not come', async () => {
    const { recognition } = await open(() => {}, { timeoutSeconds: 0.2 })
    expect((await errorFrom(recognition.recognise(heard(samples), forever()))).code).toBe('upstream_timeout')
  })

  it('of one server are made good by another', async () => {
    const good = await upstream(transcribes)
    const bad = await upstream((_, response) => json(response, 503, {}))
    const engine = engineFor(good.url, { urls: [bad.url, good.url] })
    onTestFinished(async () => {
      await engine.close()
      await Promise.all([good.close(), bad.close()])
    })
    for (let turn = 0; turn < 6; turn++) {
      expect((await engine.recognition.recognise(heard(samples), forever())).text).toBe('alpha.')
    }
  })
})
