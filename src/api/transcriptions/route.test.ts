import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  decodeWav,
  type RecognitionServer,
  startRecognitionServer,
} from '../../../test/support/recognition/recognition-server.ts'
import { pcm16, speak, vocabulary, wavFile } from '../../../test/support/recognition/tones.ts'
import { createScriptedRecognition } from '../../engines/scripted/scripted-recognition.ts'

const engine = createScriptedRecognition({ vocabulary })
let server: RecognitionServer
let client: OpenAI
beforeAll(async () => {
  server = await startRecognitionServer(engine)
  client = new OpenAI({ apiKey: server.key, baseURL: `${server.url}/v1`, maxRetries: 0 })
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(() => {
  engine.requests.length = 0
  server.usages.length = 0
})

const said = vocabulary.join(' ')
const sound = wavFile(speak([500, ...vocabulary, 500]))
const file = () => toFile(sound, 'speech.wav')

type Part = readonly [name: string, value: string | Blob]

async function post(...parts: Part[]) {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  return server.fetch('/v1/audio/transcriptions', { method: 'POST', body: form })
}

async function refusal(...parts: Part[]) {
  const response = await post(...parts)
  const { error } = (await response.json()) as { error: { message: string; type: string; param: string } }
  return { status: response.status, ...error }
}

const model: Part = ['model', 'svc-asr']
const json: Part = ['response_format', 'json']
const wav: Part = ['file', new File([sound], 'speech.wav')]

describe('the official client', () => {
  it('gets json', async () => {
    const answer = await client.audio.transcriptions.create({
      model: 'svc-asr',
      file: await file(),
      response_format: 'json',
    })
    expect(answer.text).toBe(said)
    expect(server.usages).toEqual([{ model: 'svc-asr', inputTokens: 41, outputTokens: 18 }])
  })

  it('gets text', async () => {
    const answer = await client.audio.transcriptions.create({
      model: 'svc-asr',
      file: await file(),
      response_format: 'text',
    })
    expect(answer).toBe(said)
  })

  it('gets subtitles', async () => {
    const srt = await client.audio.transcriptions.create({
      model: 'svc-asr',
      file: await file(),
      response_format: 'srt',
    })
    expect(srt).toBe(
      '1\n00:00:00,494 --> 00:00:03,484\nalpha bravo charlie delta echo\nfoxtrot golf hotel india juliet\n',
    )
    const vtt = await client.audio.transcriptions.create({
      model: 'svc-asr',
      file: await file(),
      response_format: 'vtt',
    })
    expect(vtt).toBe(
      'WEBVTT\n\n00:00:00.494 --> 00:00:03.484\nalpha bravo charlie delta echo\nfoxtrot golf hotel india juliet\n',
    )
  })

  it('is refused without a format', async () => {
    await expect(client.audio.transcriptions.create({ model: 'svc-asr', file: await file() })).rejects.toMatchObject({
      status: 400,
      param: 'response_format',
      message: expect.stringContaining('"response_format" is required; accepted: "json", "text", "srt", "vtt".'),
    })
  })
})

describe('the form', () => {
  it.each([
    ['json', 'application/json; charset=utf-8'],
    ['text', 'text/plain; charset=utf-8'],
    ['srt', 'application/x-subrip; charset=utf-8'],
    ['vtt', 'text/vtt; charset=utf-8'],
  ])('answers %s as %s', async (format, type) => {
    const response = await post(model, ['response_format', format], wav)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
  })

  it('may have its fields before or after the file', async () => {
    expect(await (await post(wav, model, json)).json()).toEqual({ text: said })
    expect(await (await post(model, json, wav)).json()).toEqual({ text: said })
  })

  it.each([
    ['as JSON', [['hotwords', '["Zürich","阶跃"]']]],
    [
      'as repeated parts',
      [
        ['hotwords[]', 'Zürich'],
        ['hotwords[]', '阶跃'],
      ],
    ],
  ] as [string, Part[]][])('takes hot words %s', async (_how, parts) => {
    expect((await post(model, json, ...parts, ['language', 'de'], ['prompt', 'cities'], wav)).status).toBe(200)
    expect(engine.requests[0]).toMatchObject({
      hotwords: ['Zürich', '阶跃'],
      language: 'de',
      prompt: 'cities',
      effort: 'usual',
    })
  })

  it('tolerates what it does not know, and says so', async () => {
    const response = await post(model, json, ['temperature', '0'], ['timestamp_granularities[]', 'word'], wav)
    expect(response.status).toBe(200)
    expect(response.headers.get('x-medley-ignored')).toBe('temperature, timestamp_granularities[]')
  })

  it.each([
    ['no model', [json, wav], 400, 'model'],
    ['an unknown model', [['model', 'none'], json, wav], 404, 'model'],
    ['a model that does not hear', [['model', 'svc-tts-2'], json, wav], 400, 'model'],
    ['an unknown format', [model, ['response_format', 'verbose_json'], wav], 400, 'response_format'],
    ['no file', [model, json], 400, 'file'],
    ['an empty file', [model, json, ['file', new File([], 'a.wav')]], 400, 'file'],
    ['a file under another name', [model, json, ['sound', new File(['x'], 'a.wav')]], 400, 'sound'],
    ['two files', [model, json, wav, wav], 400, 'file'],
    ['hot words that are no JSON', [model, json, ['hotwords', 'a,b'], wav], 400, 'hotwords'],
    ['hot words that are no strings', [model, json, ['hotwords', '[1]'], wav], 400, 'hotwords'],
    [
      'too many hot words',
      [model, json, ['hotwords', JSON.stringify(Array.from({ length: 501 }, (_, n) => `w${n}`))], wav],
      400,
      'hotwords',
    ],
    ['too long a hot word', [model, json, ['hotwords', JSON.stringify(['x'.repeat(101)])], wav], 400, 'hotwords'],
    ['a language that is none', [model, json, ['language', 'ze language'], wav], 400, 'language'],
    ['too long a prompt', [model, json, ['prompt', 'x'.repeat(4001)], wav], 400, 'prompt'],
  ] as [string, Part[], number, string][])('is refused with %s', async (_what, parts, status, param) => {
    expect(await refusal(...parts)).toMatchObject({ status, param })
  })

  it('is refused with no sound in the file, and told what is accepted', async () => {
    const refused = await refusal(model, json, ['file', new File(['these are words'], 'a.mp3')])
    expect(refused).toMatchObject({ status: 400, type: 'request_params_invalid', param: 'file' })
    expect(refused.message).toContain('flac, mp3, mp4, mpeg, mpga, m4a, ogg, wav, webm, aac, opus')
  })
})

describe('the sound', () => {
  it('without speech is empty, and nobody is asked', async () => {
    const silence = new File([wavFile(new Float32Array(16_000 * 5))], 'a.wav')
    expect(await (await post(model, json, ['file', silence])).json()).toEqual({ text: '' })
    expect(await (await post(model, ['response_format', 'srt'], ['file', silence])).text()).toBe('')
    expect(await (await post(model, ['response_format', 'vtt'], ['file', silence])).text()).toBe('WEBVTT\n')
    expect(engine.requests).toEqual([])
  })

  it('of minutes is cut at its pauses, heard in order, in the language of its beginning', async () => {
    const sentence = [...vocabulary, ...vocabulary, 600]
    const words = Array.from({ length: 20 }, () => sentence).flat()
    const long = new File([wavFile(speak(words))], 'a.wav')
    const { text } = (await (await post(model, json, ['file', long])).json()) as { text: string }
    expect(text).toBe(words.filter(word => typeof word === 'string').join(' '))
    expect(Math.max(...engine.requests.map(({ samples }) => samples.length))).toBeLessThanOrEqual(28.5 * 16_000)
    expect(engine.requests.length).toBeLessThan(12)
    expect(engine.requests.map(({ language }) => language)).toEqual([
      undefined,
      ...engine.requests.slice(1).map(() => 'en'),
    ])
  })
})

describe('a stream', () => {
  const transcription = { model: 'svc-asr', enable_timestamp: true }
  const body = (data: Buffer, format: object, more: object = {}) => ({
    audio: { data: data.toString('base64'), input: { transcription: { ...transcription, ...more }, format } },
  })
  const send = (content: object) =>
    server.fetch('/v1/audio/asr/sse', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(content),
    })
  const eventsOf = (text: string) =>
    text
      .split('\n\n')
      .filter(Boolean)
      .map(frame => JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? '') as Record<string, unknown>)

  it('tells of each stretch, then of the whole', async () => {
    const words = ['alpha', 2500, 'bravo', 'charlie', 2500]
    const response = await send(body(wavFile(speak(words)), { type: 'wav' }))
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const meta = { session_id: expect.stringMatching(/^sess_/), timestamp: expect.any(Number) }
    const events = eventsOf(await response.text())
    expect(events).toMatchObject([
      { type: 'transcript.text.delta', meta, delta: 'alpha', start: 0 },
      { type: 'transcript.text.delta', delta: ' bravo charlie', words: [{ word: 'bravo' }, { word: ' charlie' }] },
      {
        type: 'transcript.text.done',
        meta,
        text: 'alpha bravo charlie',
        usage: { prompt_tokens: 60, completion_tokens: 6, total_tokens: 66 },
        segments: [{ text: 'alpha' }, { text: ' bravo charlie' }],
      },
    ])
    expect(Number(events[1]?.start)).toBeCloseTo(2.804, 1)
  })

  it('takes bare samples of any shape', async () => {
    const samples = pcm16(speak(vocabulary, { rate: 24_000 }))
    const response = await send(body(samples, { type: 'pcm', codec: 'pcm_s16le', rate: 24_000, bits: 16, channel: 1 }))
    expect(eventsOf(await response.text()).at(-1)).toMatchObject({ text: said })
  })

  it('leaves times out unless they are asked for', async () => {
    const response = await send(body(wavFile(speak(['alpha'])), { type: 'wav' }, { enable_timestamp: false }))
    expect(Object.keys(eventsOf(await response.text())[0] ?? {})).toEqual(['type', 'meta', 'delta'])
  })

  it.each([
    ['no format', { audio: { data: 'AAAA', input: { transcription } } }, 'audio.input.format'],
    ['no data', { audio: { input: { transcription, format: { type: 'wav' } } } }, 'audio.data'],
    ['no base64', { audio: { data: '****', input: { transcription, format: { type: 'wav' } } } }, 'audio.data'],
    ['no sound', body(Buffer.from('nothing'), { type: 'wav' }), 'audio.data'],
    ['an unknown type', body(sound, { type: 'aiff' }), 'audio.input.format.type'],
    ['an unknown codec', body(sound, { type: 'pcm', codec: 'alaw' }), 'audio.input.format.codec'],
    ['hot words that are none', body(sound, { type: 'wav' }, { hotwords: 'x' }), 'hotwords'],
  ])('is refused before it begins with %s', async (_what, content, param) => {
    const response = await send(content)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { param } })
  })

  it('that fails on the way says so', async () => {
    let calls = 0
    const scripted = createScriptedRecognition({ vocabulary })
    await using failing = await startRecognitionServer({
      recognise: (request, signal) =>
        ++calls > 1 ? Promise.reject(new Error('secret')) : scripted.recognise(request, signal),
    })
    const response = await fetch(`${failing.url}/v1/audio/asr/sse`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${failing.key}` },
      body: JSON.stringify(body(wavFile(speak(['alpha', 2500, 'bravo'])), { type: 'wav' })),
    })
    const text = await response.text()
    expect(eventsOf(text)).toMatchObject([{ delta: 'alpha' }, { type: 'error', message: expect.any(String) }])
    expect(text).not.toContain('secret')
  })
})

describe('a caller that leaves', () => {
  it('ends the work', async () => {
    const reached = Promise.withResolvers<AbortSignal>()
    await using slow = await startRecognitionServer(
      {
        recognise(_request, signal) {
          reached.resolve(signal)
          return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        },
      },
      { decode: decodeWav },
    )
    const leaving = new AbortController()
    const form = new FormData()
    for (const [name, value] of [model, json, wav]) form.append(name, value)
    const answer = fetch(`${slow.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${slow.key}` },
      body: form,
      signal: leaving.signal,
    })
    const signal = await reached.promise
    leaving.abort()
    await expect(answer).rejects.toThrow()
    await expect.poll(() => signal.aborted).toBe(true)
    await expect.poll(() => slow.detector.listeners).toBe(0)
  })
})
