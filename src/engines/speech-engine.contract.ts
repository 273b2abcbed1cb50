import { getEventListeners } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sound } from '../core/sound.ts'
import type { SpeechEngine, SpeechRequest } from '../core/speech.ts'

/** An engine to be tested, and what it is asked to say. What is left out it does not claim. */
export interface SpeechEngineSubject {
  readonly speech: SpeechEngine
  /** A sentence of a few words. */
  readonly plain: SpeechRequest
  /** Enough to leave in the middle of it: several pieces. */
  readonly long: SpeechRequest
  /** In a voice made of a recording. */
  readonly cloned?: SpeechRequest
  /** Whether the same request gives the very same samples. */
  readonly isRepeatable: boolean
  /** Whether it keeps to the speed and the pace that it is asked for. */
  readonly keepsPace: boolean
  close(): Promise<void>
}

const forever = () => new AbortController().signal

/** What every engine that speaks promises. */
export function speechEngineContract(name: string, open: () => Promise<SpeechEngineSubject>): void {
  describe(`${name} speaks`, () => {
    let subject: SpeechEngineSubject
    beforeAll(async () => {
      subject = await open()
    })
    afterAll(() => subject.close())

    const say = (request: SpeechRequest, signal = forever()) => collect(subject.speech.speak(request, signal))

    it('in samples that are numbers within full scale, at one rate', async () => {
      const sounds = await say(subject.plain)
      expect(new Set(sounds.map(({ rate }) => rate)).size).toBe(1)
      expect(sounds[0]?.rate).toBeGreaterThanOrEqual(8000)
      const samples = samplesOf(sounds)
      expect(samples.length / (sounds[0]?.rate ?? 1)).toBeGreaterThan(0.1)
      expect(samples.every(sample => Number.isFinite(sample) && Math.abs(sample) <= 1.5)).toBe(true)
      expect(samples.some(sample => Math.abs(sample) > 0.01)).toBe(true)
    })

    it('a long text in several pieces', async () => {
      const sounds = await say(subject.long)
      expect(sounds.length).toBeGreaterThan(1)
      expect(samplesOf(sounds).length).toBeGreaterThan(samplesOf(await say(subject.plain)).length)
    })

    it('the same twice', async ({ skip }) => {
      if (!subject.isRepeatable) skip()
      const [one, other] = [samplesOf(await say(subject.plain)), samplesOf(await say(subject.plain))]
      expect(one).toEqual(other)
    })

    it('faster and slower, as asked', async ({ skip }) => {
      if (!subject.keepsPace) skip()
      const { plain } = subject
      const length = async (request: SpeechRequest) => samplesOf(await say(request)).length
      const own = await length(plain)
      expect(own / (await length({ ...plain, speed: 2 }))).toBeCloseTo(2, 0)
      expect(own / (await length({ ...plain, manner: { ...plain.manner, pace: 0.5 } }))).toBeCloseTo(0.5, 0)
    })

    it('in a cloned voice', async ({ skip }) => {
      const { cloned = skip() } = subject
      expect(samplesOf(await say(cloned)).length).toBeGreaterThan(1000)
    })

    it('for several at a time', async () => {
      const own = samplesOf(await say(subject.plain)).length
      const all = await Promise.all([1, 2, 3].map(() => say(subject.plain)))
      for (const sounds of all) expect(samplesOf(sounds).length / own).toBeCloseTo(1, 1)
    })

    it('until its reader is gone, and then no more', async () => {
      const leaving = new AbortController()
      const sounds = subject.speech.speak(subject.long, leaving.signal)[Symbol.asyncIterator]()
      await sounds.next()
      const reason = new Error('gone')
      const leftAt = performance.now()
      leaving.abort(reason)
      let pieces = 0
      const rest = async () => {
        for (let next = await sounds.next(); !next.done; next = await sounds.next()) pieces += 1
      }
      await rest().catch(error => expect(error).toBe(reason))
      expect(pieces).toBeLessThanOrEqual(1)
      expect(performance.now() - leftAt).toBeLessThan(2000)
      expect(getEventListeners(leaving.signal, 'abort')).toEqual([])
    })

    it('to nobody who was gone before', async () => {
      const error = await say(subject.plain, AbortSignal.abort(new Error('gone'))).catch((caught: unknown) => caught)
      expect(error).toMatchObject({ message: 'gone' })
    })
  })
}

async function collect(sounds: AsyncIterable<Sound>): Promise<Sound[]> {
  const all: Sound[] = []
  for await (const sound of sounds) all.push(sound)
  return all
}

function samplesOf(sounds: readonly Sound[]): Float32Array {
  const whole = new Float32Array(sounds.reduce((length, { samples }) => length + samples.length, 0))
  let at = 0
  for (const { samples } of sounds) {
    whole.set(samples, at)
    at += samples.length
  }
  return whole
}
