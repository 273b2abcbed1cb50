import { describe, expect, it } from 'vitest'
import { hearing } from '../../../test/support/recognition/hearing.ts'
import { openSession } from '../../../test/support/recognition/live-session.ts'
import { pcm16, speak, vocabulary } from '../../../test/support/recognition/tones.ts'
import { PlatformError } from '../../core/errors.ts'
import type { RecognitionRequest } from '../../core/recognition.ts'
import { createScriptedRecognition } from '../../engines/scripted/scripted-recognition.ts'

const ten = vocabulary.join(' ')
const turns = { threshold: 0.5, silenceMs: 300 }

describe('an item that the caller commits', () => {
  it('is told of while it is spoken, and completed once', async () => {
    const session = openSession(hearing())
    await session.play(speak([500, ...vocabulary]))
    session.commit()
    await session.clock.advance(1000)
    session.end()
    await session.over
    expect(session.events[0]).toMatchObject({ type: 'created' })
    expect(session.deltas().length).toBeGreaterThan(5)
    const types = session.events.map(({ type }) => type).filter(type => type !== 'delta')
    expect(types).toEqual(['created', 'committed', 'item-created', 'completed'])
    expect(session.completed()).toMatchObject([{ transcript: ten, reason: 'commit', language: 'en' }])
    expect(session.completed()[0]?.words.every(({ final }) => final)).toBe(true)
    expect(session.usages).toEqual([
      { model: 'svcaudio-2.5-asr-stream', inputTokens: Math.ceil((500 + 10 * 304) / 100), outputTokens: 18 },
    ])
  })

  it('says its first word within 600 ms of the first sound', async () => {
    const session = openSession(hearing(100))
    await session.play(speak([500, ...vocabulary]), 20)
    expect(session.deltas()[0]?.time).toBeLessThanOrEqual(500 + 600)
    session.leave()
  })

  it('is complete within 400 ms when the last hearing takes 100', async () => {
    const session = openSession(hearing(100))
    await session.play(speak([...vocabulary, ...vocabulary, ...vocabulary]))
    const committedAt = session.clock.now
    session.commit()
    await session.clock.advance(1000)
    expect((session.completed()[0]?.time ?? Number.NaN) - committedAt).toBeLessThanOrEqual(100)
    session.leave()
  })

  it('needs no further hearing after a pause', async () => {
    const requests: RecognitionRequest[] = []
    const session = openSession(hearing(50, requests))
    await session.play(speak([...vocabulary, 1500]))
    const before = requests.length
    session.commit()
    await session.clock.advance(1000)
    expect(requests).toHaveLength(before)
    expect(session.completed()).toMatchObject([{ transcript: ten }])
    session.leave()
  })

  it('may be silent: then nobody is asked', async () => {
    const requests: RecognitionRequest[] = []
    const session = openSession(hearing(50, requests))
    await session.play(new Float32Array(16_000 * 3))
    session.commit()
    await session.clock.advance(1000)
    expect(requests).toEqual([])
    expect(session.completed()).toMatchObject([{ transcript: '', words: [] }])
    session.leave()
  })

  it('follows the item before, in order, however long each takes', async () => {
    let calls = 0
    const session = openSession(clock => {
      const scripted = createScriptedRecognition({ vocabulary })
      return {
        async recognise(request, signal) {
          await clock.sleep(calls++ === 0 ? 2000 : 10, signal)
          return scripted.recognise(request, signal)
        },
      }
    })
    session.append(pcm16(speak(['alpha'])))
    session.commit('first')
    await session.clock.advance(10)
    session.append(pcm16(speak(['bravo'])))
    session.commit('second')
    await session.clock.advance(5000)
    expect(session.completed().map(({ itemId, transcript }) => [itemId, transcript])).toEqual([
      ['item_1', 'alpha'],
      ['item_2', 'bravo'],
    ])
    expect(session.events.filter(({ type }) => type === 'committed')).toMatchObject([
      { itemId: 'item_1' },
      { itemId: 'item_2', previousItemId: 'item_1' },
    ])
    session.leave()
  })

  it('is heard as well when all of it arrives at once', async () => {
    const long = Array.from({ length: 20 }, () => vocabulary).flat()
    const requests: RecognitionRequest[] = []
    const session = openSession(hearing(50, requests))
    session.append(pcm16(speak(long)))
    session.commit()
    await session.clock.advance(20_000)
    expect(session.completed()[0]?.transcript).toBe(long.join(' '))
    expect(Math.max(...requests.map(({ samples }) => samples.length))).toBeLessThanOrEqual(30 * 16_000)
    session.leave()
  })
})

describe('hearing goes on cheaply', () => {
  it('over a window that is cut behind what is settled', async () => {
    const requests: RecognitionRequest[] = []
    const session = openSession(hearing(50, requests))
    const long = Array.from({ length: 20 }, () => vocabulary).flat()
    await session.play(speak(long))
    session.commit()
    await session.clock.advance(1000)
    expect(session.completed()[0]?.transcript).toBe(long.join(' '))
    expect(Math.max(...requests.map(({ samples }) => samples.length)) / 16_000).toBeLessThan(15)
    expect(requests.at(-1)?.prompt).toContain('alpha')
    session.leave()
  })

  it('also when nothing is ever settled', async () => {
    let turn = 0
    const lengths: number[] = []
    const session = openSession(() => ({
      async recognise({ samples }) {
        lengths.push(samples.length)
        turn += 1
        return {
          text: `x${turn}`,
          language: 'en',
          words: [{ word: `x${turn}`, start: 0, end: samples.length / 16_000 }],
        }
      },
    }))
    await session.play(speak(Array.from({ length: 20 }, () => vocabulary).flat()))
    expect(Math.max(...lengths) / 16_000).toBeLessThan(20)
    session.leave()
  })
})

describe('a second hearing', () => {
  it('takes all effort over the whole item, and its words count', async () => {
    const requests: RecognitionRequest[] = []
    const session = openSession(
      () => ({
        async recognise(request) {
          requests.push(request)
          const word = request.effort === 'best' ? 'better' : 'worse'
          return { text: word, language: 'en', words: [{ word, start: 0.1, end: 0.2 }] }
        },
      }),
      { rerun: true },
    )
    await session.play(speak(Array.from({ length: 12 }, () => vocabulary).flat()))
    session.commit()
    await session.clock.advance(1000)
    const best = requests.filter(({ effort }) => effort === 'best')
    const seconds = best.reduce((sum, { samples }) => sum + samples.length / 16_000, 0)
    expect(seconds).toBeGreaterThan(36)
    expect(Math.max(...best.map(({ samples }) => samples.length / 16_000))).toBeLessThanOrEqual(28.1)
    expect(session.completed()[0]?.transcript).toBe('better better')
    session.leave()
  })

  it('that fails leaves what was heard', async () => {
    const session = openSession(
      () => ({
        async recognise({ effort }) {
          if (effort === 'best') throw new PlatformError('service_unavailable', 'Gone.')
          return { text: 'first', language: 'en', words: [{ word: 'first', start: 0, end: 0.2 }] }
        },
      }),
      { rerun: true },
    )
    await session.play(speak(['alpha', 'bravo']))
    session.commit('c9')
    await session.clock.advance(1000)
    expect(session.failures()).toMatchObject([{ type: 'internal_error', message: 'Gone.', eventId: 'c9' }])
    expect(session.completed()).toMatchObject([{ transcript: 'first' }])
    session.leave()
  })
})

describe('turn detection', () => {
  it('finds where speech begins and ends', async () => {
    const session = openSession(hearing(), { turns })
    await session.play(speak([1000, 'alpha', 'bravo', 1000, 'charlie', 1000]))
    await session.clock.advance(500)
    const told = session.events.flatMap(event => ('at' in event ? [[event.type, event.itemId, event.at]] : []))
    expect(told.map(([type, item]) => [type, item])).toEqual([
      ['speech-started', 'item_1'],
      ['speech-stopped', 'item_1'],
      ['speech-started', 'item_2'],
      ['speech-stopped', 'item_2'],
    ])
    const times = [1, 1.608 - 0.064, 2.608, 2.848]
    for (const [index, time] of times.entries()) expect(Math.abs(Number(told[index]?.[2]) - time)).toBeLessThan(0.08)
    expect(session.completed()).toMatchObject([
      { itemId: 'item_1', transcript: 'alpha bravo', reason: 'vad' },
      { itemId: 'item_2', transcript: 'charlie', reason: 'vad' },
    ])
    session.leave()
  })

  it('can be ended by the caller, and has nothing to commit between turns', async () => {
    const session = openSession(hearing(), { turns })
    session.commit('early')
    await session.play(speak(['alpha', 'bravo', 'charlie']))
    session.commit('now')
    await session.clock.advance(1000)
    expect(session.failures()).toMatchObject([{ code: 'invalid_value', eventId: 'early' }])
    expect(session.completed()).toMatchObject([{ transcript: 'alpha bravo charlie', reason: 'commit' }])
    session.leave()
  })

  it('keeps nothing of a long silence', async () => {
    const session = openSession(hearing(), { turns })
    await session.play(new Float32Array(16_000 * 30), 1000)
    expect(session.events).toHaveLength(1)
    session.leave()
  })
})
