import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Delta, type OpenSession, openSession } from '../../../test/support/recognition/live-session.ts'
import { pcm16, speak, vocabulary } from '../../../test/support/recognition/tones.ts'
import type { VirtualClock } from '../../../test/support/recognition/virtual-clock.ts'
import type { RecognisedWord, RecognitionEngine } from '../../core/recognition.ts'
import { createScriptedRecognition } from '../../engines/scripted/scripted-recognition.ts'

interface Flicker {
  readonly latency: number
  /** The last so many words of a hearing may be anything. */
  readonly doubtful: number
  /** How often, of a hundred, a word anywhere is heard otherwise, and a hearing fails. */
  readonly wrong: number
  readonly fails: number
  readonly jitter: number
}

/** Hears right in the end, and on the way says what it likes: other words, capitals, times, too much, nothing, or fails. */
const flickering =
  ({ latency, doubtful, wrong, fails, jitter }: Flicker, random: () => number) =>
  (clock: VirtualClock): RecognitionEngine => {
    const scripted = createScriptedRecognition({ vocabulary })
    const chance = (percent: number) => random() * 100 < percent
    const mangled = (word: RecognisedWord): RecognisedWord => {
      const kind = random()
      if (kind < 0.3) return { ...word, word: ` ${vocabulary[Math.floor(random() * 10)]}` }
      if (kind < 0.5) return { ...word, word: `${word.word.toUpperCase()},` }
      if (kind < 0.6) return { ...word, word: '你好' }
      if (kind < 0.7) return { ...word, word: '  ' }
      return { ...word, start: Number.NaN, end: word.end - random() * 3 }
    }
    return {
      async recognise(request, signal) {
        await clock.sleep(Math.floor(random() * latency), signal)
        if (chance(fails)) throw new Error('flicker')
        const heard = await scripted.recognise(request, signal)
        const kept = heard.words.slice(0, chance(20) ? -1 : undefined)
        const words = kept.map((word, index) => {
          const moved = { ...word, start: word.start + (random() - 0.5) * jitter, end: word.end + random() * jitter }
          return chance(index >= kept.length - doubtful ? 50 : wrong) ? mangled(moved) : moved
        })
        return { ...heard, words }
      },
    }
  }

const sounds = fc.array(fc.oneof(fc.constantFrom(...vocabulary), fc.integer({ min: 100, max: 1500 })), {
  minLength: 1,
  maxLength: 40,
})

const flickers = fc.record({
  latency: fc.integer({ min: 1, max: 1500 }),
  doubtful: fc.integer({ min: 0, max: 4 }),
  wrong: fc.integer({ min: 0, max: 30 }),
  fails: fc.constantFrom(0, 0, 10, 60),
  jitter: fc.constantFrom(0, 0.1, 2),
})

/** Numbers that follow from a seed, so that a failure can be seen again. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function checkTimes(words: readonly RecognisedWord[], limit: number): void {
  let last = 0
  for (const { start, end } of words) {
    expect(start).toBeGreaterThanOrEqual(last)
    expect(end).toBeGreaterThanOrEqual(start)
    last = end
  }
  expect(last).toBeLessThanOrEqual(limit + 1e-9)
}

function checkSession(session: OpenSession, seconds: number, items: 'some' | number): void {
  const completed = session.completed()
  if (items !== 'some') expect(completed).toHaveLength(items)
  expect(new Set(completed.map(({ itemId }) => itemId)).size).toBe(completed.length)
  const last = new Map<string, Delta>()
  let floor = 0
  for (const event of session.events) {
    if (event.type === 'delta') {
      expect(completed.some(({ itemId, time }) => itemId === event.itemId && time < event.time)).toBe(false)
      const before = last.get(event.itemId)
      const settled = event.words.filter(({ final }) => final)
      expect(event.text.startsWith(before?.text ?? '')).toBe(true)
      expect(event.words.map(({ word }) => word).join('')).toBe(event.text + event.stash)
      expect(settled.map(({ word }) => word).join('')).toBe(event.text)
      expect(event.words.slice(0, settled.length)).toEqual(settled)
      const kept = before?.words.filter(({ final }) => final) ?? []
      expect(settled.slice(0, kept.length)).toEqual(kept)
      checkTimes(event.words, Math.min(seconds, event.time / 1000 + 0.4))
      last.set(event.itemId, event)
    } else if (event.type === 'completed') {
      expect(event.words.map(({ word }) => word).join('')).toBe(event.transcript)
      expect(event.transcript).toBe(event.transcript.trim())
      expect(event.words.every(({ final }) => final)).toBe(true)
      const kept = last.get(event.itemId)?.words.filter(({ final }) => final) ?? []
      expect(event.words.slice(0, kept.length)).toEqual(kept)
      checkTimes(event.words, seconds)
      expect(event.words[0]?.start ?? floor).toBeGreaterThanOrEqual(floor)
      floor = event.words.at(-1)?.end ?? floor
    }
  }
}

describe('whatever the engine says on the way', () => {
  it('what is settled stays, times follow one another, and each committed item is completed once', async () => {
    await fc.assert(
      fc.asyncProperty(
        sounds,
        sounds,
        flickers,
        fc.integer(),
        fc.integer({ min: 20, max: 400 }),
        async (a, b, how, seed, ms) => {
          const session = openSession(flickering(how, randomOf(seed)))
          for (const sound of [speak(a), speak(b)]) {
            await session.play(sound, ms)
            session.commit()
          }
          await session.clock.advance(30_000)
          session.end()
          await session.over
          checkSession(session, (speak(a).length + speak(b).length) / 16_000, 2)
          expect(session.detector.listeners).toBe(0)
        },
      ),
      { numRuns: 40 },
    )
  }, 60_000)

  it('the same holds where turns are detected', async () => {
    await fc.assert(
      fc.asyncProperty(
        sounds,
        flickers,
        fc.integer(),
        fc.integer({ min: 100, max: 1000 }),
        async (words, how, seed, silenceMs) => {
          const turns = { threshold: 0.5, silenceMs }
          const session = openSession(flickering(how, randomOf(seed)), { turns })
          const sound = speak([...words, 1500])
          await session.play(sound)
          await session.clock.advance(30_000)
          checkSession(session, sound.length / 16_000, 'some')
          const starts = session.events.filter(({ type }) => type === 'speech-started')
          const stops = session.events.filter(({ type }) => type === 'speech-stopped')
          expect(stops).toHaveLength(starts.length)
          expect(session.completed()).toHaveLength(starts.length)
          session.leave()
          await session.over
        },
      ),
      { numRuns: 30 },
    )
  }, 60_000)

  it('an engine that hears right is heard right, however the sound is cut and committed', async () => {
    await fc.assert(
      fc.asyncProperty(
        sounds,
        fc.integer({ min: 1, max: 900 }),
        fc.array(fc.nat(60_000), { maxLength: 8 }),
        async (words, latency, cuts) => {
          const calm = { latency, doubtful: 0, wrong: 0, fails: 0, jitter: 0 }
          const session = openSession(clock => {
            const engine = flickering(calm, () => 0.9)(clock)
            return { recognise: (request, signal) => engine.recognise(request, signal) }
          })
          const bytes = pcm16(speak([...words, 100]))
          const ends = [...new Set(cuts.map(cut => cut % bytes.length)), bytes.length].sort((a, b) => a - b)
          let from = 0
          for (const end of ends) {
            session.append(bytes.subarray(from, end))
            await session.clock.advance(Math.max(1, (end - from) / 32))
            from = end
          }
          session.commit()
          await session.clock.advance(20_000)
          const said = words.filter(word => typeof word === 'string').join(' ')
          expect(session.completed()).toMatchObject([{ transcript: said }])
          session.leave()
          await session.over
        },
      ),
      { numRuns: 40 },
    )
  }, 60_000)
})
