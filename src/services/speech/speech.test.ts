import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { PlatformError } from '../../core/errors.ts'
import type { ApiKey, Caller } from '../../core/keys.ts'
import type { Sound } from '../../core/sound.ts'
import type { SpeechEngine, SpeechRequest } from '../../core/speech.ts'
import { gather } from '../../media/gather.ts'
import { joined } from '../../media/sound/effects/effect.ts'
import { largestStep } from '../../media/sound/effects/measure.fixture.ts'
import { createSoundStudio } from '../../media/sound/studio/studio.ts'
import { createModels } from '../models.ts'
import { createSpeech, type SpeechOrder } from './speech.ts'

const folder = mkdtempSync(join(tmpdir(), 'speech-'))
const studio = createSoundStudio({ folder })
afterAll(async () => {
  await studio.close()
  rmSync(folder, { recursive: true })
})

const key: ApiKey = { id: 'k', projectId: 'p', name: '', hint: '', hash: '', admin: false, limits: {}, createdAt: 0 }
const caller: Caller = { key, projectId: 'p', family: 'speech' }
const order: SpeechOrder = {
  model: 'svcaudio-2.5-tts',
  input: 'Hello there',
  voice: 'lively-girl',
  speed: 1,
  pronunciations: [],
  isMarkdown: false,
}
const sound = { format: 'pcm', rate: 24_000, volume: 1 } as const
const forever = () => new AbortController().signal

/** Pieces of a tone that neither begin nor end at zero, for as long as anybody listens. */
function createEngine(pieces: number) {
  const requests: SpeechRequest[] = []
  const seen = { pulled: 0, signal: undefined as AbortSignal | undefined }
  const speech: SpeechEngine = {
    async *speak(request, signal): AsyncGenerator<Sound> {
      requests.push(request)
      seen.signal = signal
      for (let n = 0; n < pieces; n++) {
        signal.throwIfAborted()
        seen.pulled += 1
        yield { samples: Float32Array.from({ length: 2400 }, (_, at) => 0.5 * Math.cos(at / 20)), rate: 24_000 }
      }
    },
  }
  return { speech, requests, seen }
}

function open(engine: SpeechEngine | undefined) {
  const usages: number[] = []
  const speech = createSpeech({
    models: createModels([], 0),
    engineOf: () => engine,
    voiceOf: async (_, id) => ({ kind: 'system', id }),
    studio,
    onUsage: (_caller, _model, characters) => void usages.push(characters),
  })
  return { speech, usages }
}

describe('speech', () => {
  it('is pulled: nothing is made that nobody takes', async () => {
    const { speech: engine, seen } = createEngine(1000)
    const bytes = await open(engine).speech.start(caller, order, sound, forever())
    for await (const _ of bytes) break
    expect(seen.pulled).toBeLessThanOrEqual(3)
    expect(seen.signal?.aborted).toBe(true)
  })

  it('ends within a piece when the caller leaves', async () => {
    const { speech: engine, seen } = createEngine(1000)
    const leaving = new AbortController()
    const bytes = await open(engine).speech.start(caller, order, sound, leaving.signal)
    const read = async () => {
      for await (const _ of bytes) leaving.abort(new Error('left'))
    }
    await expect(read()).rejects.toThrow('left')
    expect(seen.signal?.aborted).toBe(true)
    expect(seen.pulled).toBeLessThanOrEqual(3)
  })

  it('that was spoken lately is not spoken again, unless it is asked for in another way', async () => {
    const { speech: engine, requests } = createEngine(3)
    const { speech, usages } = open(engine)
    const say = async (more: Partial<SpeechOrder> = {}, how: object = sound) =>
      Buffer.concat(await gather(await speech.start(caller, { ...order, ...more }, { ...sound, ...how }, forever())))
    const first = await say()
    expect(await say()).toEqual(first)
    await say({}, { format: 'mp3', volume: 2 })
    expect(requests).toHaveLength(1)
    for (const more of [{ speed: 1.5 }, { voice: 'vibrant-youth' }, { input: 'Other' }, { instruction: 'fast' }])
      await say(more)
    await say({ pronunciations: [{ written: 'a', spoken: 'b' }] })
    expect(requests).toHaveLength(6)
    expect(usages).toEqual([11, 11, 11, 11, 11, 5, 11, 11])
  })

  it('gives the same words the same seed', async () => {
    const { speech: engine, requests } = createEngine(1)
    for (const input of ['one', 'one', 'two']) {
      await gather(await open(engine).speech.start(caller, { ...order, input }, sound, forever()))
    }
    expect(requests[0]?.seed).toBe(requests[1]?.seed)
    expect(requests[0]?.seed).not.toBe(requests[2]?.seed)
  })

  it('has no click where one manner meets another', async () => {
    const { speech: engine, requests } = createEngine(2)
    const pieces = await gather(open(engine).speech.speak(caller, { ...order, input: 'One (slowly) two' }, forever()))
    expect(requests.map(({ text }) => text)).toEqual(['One', 'two'])
    const samples = joined(pieces.map(piece => piece.samples)).subarray(4000, 5600)
    expect(largestStep(samples)).toBeLessThan(0.05)
  })

  it('counts no characters of what could not begin', async () => {
    const broken: SpeechEngine = {
      // biome-ignore lint/correctness/useYield: it fails before it says anything
      async *speak(): AsyncGenerator<Sound> {
        throw new PlatformError('service_unavailable', 'no')
      },
    }
    const { speech, usages } = open(broken)
    await expect(speech.start(caller, order, sound, forever())).rejects.toMatchObject({ code: 'service_unavailable' })
    expect(usages).toEqual([])
  })

  it('of a model that nothing serves says what to do', async () => {
    const start = open(undefined).speech.start(caller, order, sound, forever())
    await expect(start).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining('medley.yaml'),
    })
  })
})
