import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { levelAt, peakOf } from '../src/media/sound/effects/measure.fixture.ts'
import type { TestServer } from './support/server.ts'
import { recording } from './support/sounds.ts'
import { pcmOf, plainSpeech, speak, spoken, startSpeechServer } from './support/speech-server.ts'
import { upload } from './support/upload.ts'

let server: TestServer
beforeAll(async () => {
  server = await startSpeechServer({
    refuse: { when: 'busy', code: 'rate_limited', message: 'too many' },
    fail: { when: 'break', after: 3, code: 'service_unavailable', message: 'the voice broke' },
    hang: { when: 'forever', after: 3 },
  })
})
afterAll(() => server.stop())

const refusal = async (body: object, key?: string) => {
  const response = await speak(server, body, key === undefined ? {} : { key })
  return { status: response.status, ...((await response.json()) as { error: { message: string } }) }
}

async function cloneVoice(model: string, key = server.key): Promise<string> {
  const file = await upload(server, 'storage', 'voice.wav', recording(6), key)
  const { body } = await server.json<{ id: string }>('/v1/audio/voices', {
    body: { model, file_id: file.body.id },
    key,
  })
  return body.id
}

/** The events of an SSE answer, and its very last line. */
async function events(body: object) {
  const response = await speak(server, { stream_format: 'sse', ...body })
  const text = await response.text()
  const lines = text.split('\n\n').filter(line => line !== '')
  const data = lines.map(line => line.replace(/^data: /, ''))
  return {
    contentType: response.headers.get('content-type'),
    done: data.at(-1),
    events: data.slice(0, -1).map(line => JSON.parse(line) as { type: string; audio: string; message?: string }),
  }
}

describe('speech', () => {
  it.each([
    [undefined, 'audio/mpeg'],
    ['mp3', 'audio/mpeg'],
    ['wav', 'audio/wav'],
    ['flac', 'audio/flac'],
    ['opus', 'audio/ogg'],
    ['pcm', 'audio/pcm'],
  ])('as %s is %s', async (response_format, contentType) => {
    const response = await speak(server, { response_format })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(contentType)
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(2000)
  })

  it('by the official client', async () => {
    const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: server.key })
    const answer = await client.audio.speech.create({ ...plainSpeech, response_format: 'wav' })
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.readUInt32LE(40)).toBe(bytes.length - 44)
    expect(bytes.readUInt32LE(40) / 48_000).toBeCloseTo(1, 2)
    const stream = await client.audio.speech.create({ ...plainSpeech, response_format: 'pcm' })
    const chunks: Uint8Array[] = []
    for await (const chunk of stream.body ?? []) chunks.push(chunk)
    expect(Buffer.concat(chunks)).toEqual(bytes.subarray(44))
    const refused = client.audio.speech.create({ ...plainSpeech, voice: 'nobody' })
    await expect(refused).rejects.toMatchObject({ status: 400, code: 'voice_id_invalid', param: 'voice' })
  })

  it('leaves as it is made', async () => {
    const response = await speak(server, { input: 'One two three forever', response_format: 'pcm' })
    const reader = response.body?.getReader()
    const first = await reader?.read()
    expect(first?.value?.length).toBeGreaterThan(1000)
    await reader?.cancel()
  })

  it('is also where subscription plans look for it', async () => {
    const response = await speak(server, {}, { path: '/svc_plan/v1/audio/speech' })
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(await spoken(server, {}))
  })

  it('is the same for the same request', async () => {
    expect(await spoken(server, {})).toEqual(await spoken(server, {}))
  })

  it.each(['mp3', 'wav', 'flac', 'opus', 'pcm'])(
    'as %s in events is the file of the plain call',
    async response_format => {
      const { contentType, events: all, done } = await events({ response_format })
      expect(contentType).toBe('text/event-stream')
      expect(done).toBe('[DONE]')
      expect(all.at(-1)).toEqual({ type: 'speech.audio.done', audio: '' })
      const deltas = all.slice(0, -1)
      expect(new Set(deltas.map(({ type }) => type))).toEqual(new Set(['speech.audio.delta']))
      const joined = Buffer.concat(deltas.map(({ audio }) => Buffer.from(audio, 'base64')))
      expect(joined).toEqual(await spoken(server, { response_format }))
    },
  )

  it('follows speed, volume and rate', async () => {
    expect((await pcmOf(server, { speed: 2 })).seconds).toBeCloseTo(0.5, 1)
    expect((await pcmOf(server, { speed: 0.5 })).seconds).toBeCloseTo(2, 1)
    expect((await pcmOf(server, {}, 8000)).seconds).toBeCloseTo(1, 2)
    expect((await pcmOf(server, {}, 48_000)).seconds).toBeCloseTo(1, 2)
    const plain = peakOf((await pcmOf(server, {})).samples)
    expect(peakOf((await pcmOf(server, { volume: 0.1 })).samples) / plain).toBeCloseTo(0.1, 2)
  })

  it('at the highest volume is not cut off', async () => {
    const { samples } = await pcmOf(server, { input: 'aaaa', volume: 2 })
    expect(peakOf(samples)).toBeLessThan(0.98)
    expect(peakOf(samples)).toBeGreaterThan(0.9)
    const frequency = 200 + ((97 * 4) % 20) * 10
    const middle = samples.subarray(960, 3840)
    expect(levelAt(middle, 3 * frequency, 24_000) / levelAt(middle, frequency, 24_000)).toBeLessThan(0.02)
  })

  it('does what instructions and parentheses say', async () => {
    expect((await pcmOf(server, { instruction: 'speak slowly' })).seconds).toBeCloseTo(1.25, 2)
    expect((await pcmOf(server, { input: '(fast) One two three four five.' })).seconds).toBeCloseTo(0.8, 2)
    expect((await pcmOf(server, { input: '（慢）一二三四五' })).seconds).toBeCloseTo(1.25, 2)
    expect((await pcmOf(server, { model: 'svc-tts-2', voice_label: { style: '极快' } })).seconds).toBeCloseTo(0.645, 2)
  })

  it('leaves out the marks of Markdown when asked', async () => {
    const input = '**One** [two](three)'
    expect((await pcmOf(server, { model: 'svc-tts-2', input, markdown_filter: true })).seconds).toBeCloseTo(0.4, 2)
    expect((await pcmOf(server, { model: 'svc-tts-2', input })).seconds).toBeCloseTo(0.6, 2)
  })

  it('is counted in characters', async () => {
    const key = await server.otherProject()
    await (await speak(server, { input: '好🎉' }, { key })).arrayBuffer()
    await expect
      .poll(async () => {
        const { body } = await server.json<{ data: Record<string, unknown>[] }>('/v1/admin/usage')
        return body.data.filter(row => row.family === 'speech' && row.requests === 1)
      })
      .toContainEqual(expect.objectContaining({ model: 'svcaudio-2.5-tts', input_tokens: 2 }))
  })

  it('names what it does not know', async () => {
    const response = await speak(server, { instructions: 'happily' })
    expect(response.headers.get('x-medley-ignored')).toBe('instructions')
    await response.arrayBuffer()
  })
})

describe('a cloned voice', () => {
  it('speaks for its project', async () => {
    const voice = await cloneVoice('svcaudio-2.5-tts')
    expect((await spoken(server, { voice })).length).toBeGreaterThan(1000)
  })

  it('is unknown to any other project, and once it is deleted', async () => {
    const voice = await cloneVoice('svcaudio-2.5-tts')
    const key = await server.otherProject()
    const stranger = await refusal({ voice }, key)
    expect(stranger).toMatchObject({ status: 400, error: { type: 'voice_id_invalid', param: 'voice' } })
    await server.fetch(`/v1/audio/voices/${voice}`, { method: 'DELETE' })
    const gone = await refusal({ voice })
    expect(gone.error).toEqual(stranger.error)
  })

  it('of the older models needs a label', async () => {
    const voice = await cloneVoice('svc-tts-2')
    const { status, error } = await refusal({ model: 'svc-tts-2', voice })
    expect({ status, error }).toMatchObject({ status: 400, error: { param: 'voice_label' } })
    expect((await speak(server, { model: 'svc-tts-2', voice, voice_label: { emotion: 'Happy' } })).status).toBe(200)
  })
})

describe('by a link', () => {
  const link = async (body: object = {}) =>
    server.json<{ created: number; data: { url: string } }>('/v1/audio/speech', {
      body: { ...plainSpeech, return_url: true, ...body },
    })

  it('is the same file, for twelve hours, without a key', async () => {
    const { status, body } = await link()
    expect(status).toBe(200)
    expect(body).toEqual({ created: expect.closeTo(Date.now() / 1000, -1), data: { url: expect.any(String) } })
    expect(body.data.url.startsWith(`${server.url}/v1/results/`)).toBe(true)
    const expires = Number(new URL(body.data.url).searchParams.get('expires'))
    expect(expires).toBeCloseTo(Date.now() / 1000 + 12 * 3600, -1)
    const file = await fetch(body.data.url)
    expect(file.headers.get('content-type')).toBe('audio/mpeg')
    expect(Buffer.from(await file.arrayBuffer())).toEqual(await spoken(server, {}))
  })

  it('is gone after that, and can not be made to last', async () => {
    const { body } = await link()
    const url = new URL(body.data.url)
    const id = url.pathname.split('/').at(-1) ?? ''
    expect((await fetch(url.origin + server.platform.links.sign(id, Math.floor(Date.now() / 1000) - 1))).status).toBe(
      404,
    )
    url.searchParams.set('expires', '99999999999')
    expect((await fetch(url)).status).toBe(403)
  })

  it('is not given to who reads events', async () => {
    const { events: all } = await events({ return_url: true })
    expect(all.at(-1)?.type).toBe('speech.audio.done')
  })

  it('has the address of the configuration', async () => {
    await using behind = await startSpeechServer({}, 'public_url: https://models.example.org/medley\n')
    const { body } = await behind.json<{ data: { url: string } }>('/v1/audio/speech', {
      body: { ...plainSpeech, return_url: true },
    })
    expect(body.data.url).toMatch(/^https:\/\/models\.example\.org\/medley\/v1\/results\//)
  })
})

describe('a failure', () => {
  it('before the first byte is a status, however it is asked for', async () => {
    for (const more of [{}, { stream_format: 'sse' }, { return_url: true }]) {
      const { status, error } = await refusal({ input: 'busy now', ...more })
      expect({ status, error }).toMatchObject({ status: 429, error: { type: 'rate_limited', message: 'too many' } })
    }
  })

  it('after it is an event', async () => {
    const { events: all, done } = await events({ input: 'it will break here soon', response_format: 'pcm' })
    expect(done).toBe('[DONE]')
    expect(all[0]?.type).toBe('speech.audio.delta')
    expect(all.at(-1)).toEqual({
      type: 'speech.audio.error',
      audio: '',
      message: 'the voice broke',
      error: { message: 'the voice broke', type: 'service_unavailable' },
    })
  })

  it('after it breaks the connection of a plain call: half a file must not pass for a whole one', async () => {
    const response = await speak(server, { input: 'it will break here soon', response_format: 'pcm' })
    await expect(response.arrayBuffer()).rejects.toThrow()
  })

  it('of a file that is sent as a whole is a status', async () => {
    const { status } = await refusal({ input: 'it will break here soon', response_format: 'wav' })
    expect(status).toBe(503)
  })

  it('leaves no link and no bytes behind', async () => {
    const { status } = await refusal({ input: 'it will break here soon', return_url: true })
    expect(status).toBe(503)
  })
})
