import { getEventListeners } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RecognitionEngine, RecognitionRequest } from '../core/recognition.ts'

/** An engine to be tested, and sounds for it to hear. */
export interface RecognitionEngineSubject {
  readonly recognition: RecognitionEngine
  /** A few words. */
  readonly plain: RecognitionRequest
  /** Something else, so that the two can be told apart. */
  readonly other: RecognitionRequest
  /** Takes so long that there is time to leave. */
  readonly slow: RecognitionRequest
  close(): Promise<void>
}

const forever = () => new AbortController().signal

/** What every engine that recognises speech promises. */
export function recognitionEngineContract(name: string, open: () => Promise<RecognitionEngineSubject>): void {
  describe(`${name} recognises speech`, () => {
    let subject: RecognitionEngineSubject
    beforeAll(async () => {
      subject = await open()
    })
    afterAll(() => subject.close())

    it('as words that are the text', async () => {
      const { text, words, language } = await subject.recognition.recognise(subject.plain, forever())
      expect(text).not.toBe('')
      expect(
        words
          .map(({ word }) => word)
          .join('')
          .trim(),
      ).toBe(text.trim())
      expect(language).toMatch(/^[a-z]{2,3}$/)
    })

    it('at times that follow one another within the sound', async () => {
      const { words } = await subject.recognition.recognise(subject.plain, forever())
      let last = 0
      for (const { start, end } of words) {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeGreaterThanOrEqual(start)
        last = start
      }
      expect(words.at(-1)?.end).toBeLessThanOrEqual(subject.plain.samples.length / 16_000 + 0.05)
    })

    it('with any effort', async () => {
      const { recognition, plain } = subject
      for (const effort of ['live', 'usual', 'best'] as const) {
        expect((await recognition.recognise({ ...plain, effort }, forever())).words.length).toBeGreaterThan(0)
      }
    })

    it('for several at a time, each its own', async () => {
      const { recognition, plain, other } = subject
      const alone = await Promise.all([plain, other].map(one => recognition.recognise(one, forever())))
      expect(alone[0]?.text).not.toBe(alone[1]?.text)
      const together = await Promise.all([plain, other, plain, other].map(one => recognition.recognise(one, forever())))
      expect(together.map(({ text }) => text)).toEqual([0, 1, 0, 1].map(index => alone[index]?.text))
    })

    it('and hears nothing in nothing', async () => {
      const { recognition, plain } = subject
      for (const length of [0, 100, 16_000]) {
        const silence = { ...plain, samples: new Float32Array(length) }
        expect(await recognition.recognise(silence, forever())).toMatchObject({ text: '', words: [] })
      }
    })

    it('until its caller is gone', async () => {
      const leaving = new AbortController()
      const reason = new Error('gone')
      const answer = subject.recognition.recognise(subject.slow, leaving.signal)
      setImmediate(() => leaving.abort(reason))
      const leftAt = performance.now()
      await expect(answer).rejects.toBe(reason)
      expect(performance.now() - leftAt).toBeLessThan(1000)
      await expect(subject.recognition.recognise(subject.plain, AbortSignal.abort(reason))).rejects.toBe(reason)
    })

    it('and keeps nothing of a signal that lives on', async () => {
      const { signal } = new AbortController()
      await subject.recognition.recognise(subject.plain, signal)
      expect(getEventListeners(signal, 'abort')).toEqual([])
    })
  })
}
