import { mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Sound } from '../../../core/sound.ts'
import { plainManner, type SpeechRequest } from '../../../core/speech.ts'
import { gather } from '../../../media/gather.ts'
import { joined } from '../../../media/sound/effects/effect.ts'
import { pitchOf, tone } from '../../../media/sound/effects/measure.fixture.ts'
import { createSoundStudio } from '../../../media/sound/studio/studio.ts'
import { speechEngineContract } from '../../speech-engine.contract.ts'
import { errorFrom, forever } from '../engine.fixture.ts'
import { type MockReply, mockUpstream, replyWith } from '../mock-upstream.fixture.ts'
import { createOpenaiEngine, type OpenaiOptions } from '../openai-engine.ts'

const folder = mkdtempSync(join(tmpdir(), 'openai-speech-'))
const studio = createSoundStudio({ folder })
afterAll(async () => {
  await studio.close()
  rmSync(folder, { recursive: true })
})

const path = 'POST /v1/audio/speech'

const say = (text: string, more: Partial<SpeechRequest> = {}): SpeechRequest => ({
  model: 'svc',
  text,
  voice: { kind: 'system', id: 'lively-girl' },
  speed: 1,
  manner: plainManner,
  pronunciations: [],
  seed: 1,
  ...more,
})

function engineFor(urls: readonly string[], options: Partial<OpenaiOptions> = {}) {
  const settings = { urls, model: 'theirs', timeoutSeconds: 10, idleSeconds: 5, health: false, ...options } as const
  const engine = createOpenaiEngine({ ...settings, capability: 'speech' }, 'svc', { studio })
  if (!engine.speech) throw new Error('the engine does not speak')
  return { speech: engine.speech, close: () => engine.close() }
}

async function open(reply: MockReply, options: Partial<OpenaiOptions> = {}) {
  const upstream = await mockUpstream({ [path]: reply })
  const engine = engineFor([upstream.url], options)
  onTestFinished(async () => {
    await engine.close()
    await upstream.close()
  })
  const speak = async (request: SpeechRequest, signal = forever()) => {
    const sounds: Sound[] = await gather(engine.speech.speak(request, signal))
    return { samples: joined(sounds.map(({ samples }) => samples)), rate: sounds[0]?.rate, pieces: sounds.length }
  }
  return { upstream, engine, speak }
}

/** Half a second a word at the speed that was asked for, as a wav whose length is not said; in small odd pieces. */
const speaks: MockReply = async ({ body }, response) => {
  const words = String(body.input).split(' ').length
  await sendPcm(response, tone(220, (0.1 * words) / Number(body.speed), 24_000), wavHead(24_000, 1))
}

async function sendPcm(response: ServerResponse, samples: Float32Array, head: Buffer = Buffer.alloc(0)): Promise<void> {
  response.writeHead(200, { 'content-type': 'audio/wav' })
  const bytes = Buffer.concat([head, Buffer.from(Int16Array.from(samples, sample => sample * 32_767).buffer)])
  for (let at = 0; at < bytes.length; at += 2401) {
    response.write(bytes.subarray(at, at + 2401))
    await new Promise(resolve => setImmediate(resolve))
  }
  response.end()
}

function wavHead(rate: number, channels: number): Buffer {
  const head = Buffer.alloc(44, 0xff)
  head.write('RIFF', 0)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(channels, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2 * channels, 28)
  head.writeUInt16LE(2 * channels, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  return head
}

speechEngineContract('an OpenAI-compatible server', async () => {
  const upstream = await mockUpstream({ [path]: speaks })
  const engine = engineFor([upstream.url], { voices: { 'voice-tone-1': 'theirs' } })
  return {
    speech: engine.speech,
    plain: say('Hello there, world'),
    long: say('one two three four five six seven eight nine ten'),
    cloned: say('Hello', {
      voice: { kind: 'cloned', id: 'voice-tone-1', recording: () => Promise.reject(new Error()) },
    }),
    isRepeatable: true,
    keepsPace: true,
    async close() {
      await engine.close()
      await upstream.close()
    },
  }
})

describe('what is sent', () => {
  it('is what the server knows', async () => {
    const { upstream, speak } = await open(speaks, { voices: { 'lively-girl': 'alloy' }, key: 'sk-secret-key' })
    const manner = { ...plainManner, pace: 1.5, instruction: 'cheerfully' }
    const pronunciations = [
      { written: 'SQL', spoken: 'sequel' },
      { written: '阿胶', spoken: 'e1 jiao1' },
    ]
    await speak(say('My SQL 阿胶', { speed: 2, manner, pronunciations }))
    expect(upstream.requests[0]?.body).toEqual({
      model: 'theirs',
      input: 'My sequel 阿胶',
      voice: 'alloy',
      response_format: 'wav',
      speed: 3,
      instructions: 'cheerfully',
    })
    expect(upstream.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer sk-secret-key',
      accept: 'audio/*, application/json',
    })
  })

  it('is the voice as it is, when nothing says otherwise, at a speed that servers take', async () => {
    const { upstream, speak } = await open(speaks)
    await speak(say('Hello', { speed: 2, manner: { ...plainManner, pace: 2 } }))
    await speak(say('Hello', { speed: 0.5, manner: { ...plainManner, pace: 0.25 } }))
    expect(upstream.requests.map(({ body }) => [body.voice, body.speed])).toEqual([
      ['lively-girl', 4],
      ['lively-girl', 0.25],
    ])
  })

  it('is never a cloned voice that the server can not have', async () => {
    const { upstream, speak } = await open(speaks)
    const voice = { kind: 'cloned', id: 'voice-tone-2', recording: () => Promise.reject(new Error()) } as const
    const error = await errorFrom(speak(say('Hello', { voice })))
    expect(error).toMatchObject({ code: 'voice_id_invalid' })
    expect(error.message).toContain('cloned voice')
    expect(upstream.requests).toEqual([])
  })
})

describe('what comes back', () => {
  it('is the sound of a wav, also of one with two channels and another rate', async () => {
    const sides = Float32Array.from({ length: 32_000 }, (_, n) => (n % 2 === 0 ? 0.5 : 0.25))
    const { speak } = await open((_, response) => sendPcm(response, sides, wavHead(16_000, 2)))
    const { samples, rate } = await speak(say('Hello'))
    expect([samples.length, rate]).toEqual([16_000, 16_000])
    expect(samples[5000]).toBeCloseTo(0.375, 3)
  })

  it('is the sound of bare samples', async () => {
    const { speak, upstream } = await open((_, response) => sendPcm(response, tone(220, 0.5, 24_000)), {
      format: 'pcm',
    })
    const { samples, rate } = await speak(say('Hello'))
    expect([samples.length, rate]).toEqual([12_000, 24_000])
    expect(pitchOf(samples, 24_000)).toBeCloseTo(220, -0.5)
    expect(upstream.requests[0]?.body.response_format).toBe('pcm')
  })

  it.each(['mp3', 'flac', 'opus'] as const)('is the sound of %s', async format => {
    async function* source() {
      yield { samples: tone(220, 1, 24_000), rate: 24_000 }
    }
    const file = Buffer.concat(await gather(studio.encode(source(), { format, rate: 24_000 })))
    const { speak } = await open((_, response) => void response.writeHead(200).end(file), { format })
    const { samples, rate } = await speak(say('Hello'))
    expect(rate).toBe(24_000)
    expect(samples.length / 24_000).toBeCloseTo(1, 1)
    expect(pitchOf(samples, 24_000)).toBeCloseTo(220, -0.5)
  })

  it('has the manner put on it, unless the model does that itself', async () => {
    const manner = { ...plainManner, pitch: 5, instruction: 'higher' }
    const pitch = async (options: Partial<OpenaiOptions>) => {
      const { speak } = await open(speaks, options)
      return pitchOf((await speak(say('a b c d e f g h i j', { manner }))).samples, 24_000)
    }
    expect(await pitch({})).toBeCloseTo(220 * 2 ** (5 / 12), -1)
    expect(await pitch({ instructions: true })).toBeCloseTo(220, -1)
  })

  it('arrives before the rest of it', async () => {
    const { promise: rest, resolve } = Promise.withResolvers<void>()
    const { engine } = await open(async (_, response) => {
      response.writeHead(200)
      response.write(Buffer.concat([wavHead(24_000, 1), Buffer.alloc(4800)]))
      await rest
      response.end()
    })
    const sounds = engine.speech.speak(say('Hello'), forever())[Symbol.asyncIterator]()
    expect((await sounds.next()).value.samples).toHaveLength(2400)
    resolve()
    expect((await sounds.next()).done).toBe(true)
  })
})

describe('a failure', () => {
  it.each([
    [400, { error: { message: 'bad voice', param: 'voice' } }, 'request_params_invalid', 'bad voice'],
    [401, { error: { message: 'wrong key' } }, 'service_unavailable', 'configuration is wrong'],
    [404, { detail: 'Not Found' }, 'service_unavailable', 'does not know the model or the path'],
    [429, { error: { message: 'slow down' } }, 'rate_limited', 'no more requests'],
    [500, 'oops', 'service_unavailable', 'status 500'],
    [504, '', 'upstream_timeout', 'did not answer in time'],
  ])('with status %d is told as for conversations', async (status, body, code, message) => {
    const { speak } = await open(replyWith(status, body))
    const error = await errorFrom(speak(say('Hello')))
    expect(error.code).toBe(code)
    expect(error.message).toContain(message)
  })

  it('dressed as an answer is one', async () => {
    const { speak } = await open(replyWith(200, { error: { message: 'sk-secret-key' } }))
    const error = await errorFrom(speak(say('Hello')))
    expect(error.code).toBe('service_unavailable')
    expect(error.message).not.toContain('secret')
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a wav that is not read here', Buffer.concat([wavHead(1000, 1), Buffer.alloc(100)])],
  ])('to send sound, with %s, is one', async (_, bytes) => {
    const { speak } = await open(
      (_, response) => void response.writeHead(200, { 'content-type': 'audio/wav' }).end(bytes),
    )
    expect(await errorFrom(speak(say('Hello')))).toMatchObject({ code: 'service_unavailable' })
  })

  it('in the middle is told, and what came before is heard', async () => {
    const { engine } = await open((_, response) => {
      response.writeHead(200).write(Buffer.concat([wavHead(24_000, 1), Buffer.alloc(4800)]), () => response.destroy())
    })
    let heard = 0
    const read = async () => {
      for await (const { samples } of engine.speech.speak(say('Hello'), forever())) heard += samples.length
    }
    expect(await errorFrom(read())).toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining('middle'),
    })
    expect(heard).toBe(2400)
  })

  it('of one server is mended by another', async () => {
    const broken = await mockUpstream({ [path]: replyWith(503, 'loading') })
    const well = await mockUpstream({ [path]: speaks })
    const engine = engineFor([broken.url, well.url])
    onTestFinished(async () => {
      await engine.close()
      await Promise.all([broken.close(), well.close()])
    })
    for (const text of ['one', 'two', 'three', 'four']) {
      expect(await gather(engine.speech.speak(say(text), forever()))).not.toEqual([])
    }
    expect(well.requests).toHaveLength(4)
  })

  it('to say anything for long ends the wait', async () => {
    const { speak } = await open(() => {}, { idleSeconds: 0.2 })
    expect(await errorFrom(speak(say('Hello')))).toMatchObject({ code: 'upstream_timeout' })
  })
})

it('who leaves hangs up on the server', async () => {
  const { upstream, engine } = await open((_, response) => {
    response.writeHead(200).write(Buffer.concat([wavHead(24_000, 1), Buffer.alloc(4800)]))
  })
  const leaving = new AbortController()
  const sounds = engine.speech.speak(say('Hello'), leaving.signal)[Symbol.asyncIterator]()
  await sounds.next()
  const more = sounds.next()
  leaving.abort(new Error('left'))
  await expect(more).rejects.toThrow('left')
  await upstream.requests[0]?.closed
})
