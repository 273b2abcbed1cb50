import { getEventListeners } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GenerationHints, TextEngine } from '../core/engine.ts'
import type { GenerationEvent, GenerationRequest } from '../core/generation.ts'
import { type Answer, createFold, textOf } from '../core/generation-fold.ts'
import { createGrammarChecker } from '../core/generation-grammar.ts'

/** An engine to be tested, and requests that make it do what the tests are about. What is left out it does not claim. */
export interface TextEngineSubject {
  readonly text: TextEngine
  /** Answered with text, to its natural end. */
  readonly plain: GenerationRequest
  /** Answered at length: there is time to leave in the middle, and after its first words it goes on. */
  readonly long: GenerationRequest
  /** Has a `maxTokens` that its answer does not fit into. */
  readonly cut?: GenerationRequest
  /** Answered with a call of one of its tools. */
  readonly tool?: GenerationRequest
  /** Asks for JSON. */
  readonly json?: GenerationRequest
  /** Answered after reasoning. */
  readonly reasoning?: GenerationRequest
  /** Answered with something that has the word in it. */
  readonly echo?: (word: string) => GenerationRequest
  close(): Promise<void>
}

type Optional = 'cut' | 'tool' | 'json' | 'reasoning'

const forever = () => new AbortController().signal

/** What every engine that writes text promises. */
export function textEngineContract(name: string, open: () => Promise<TextEngineSubject>): void {
  describe(`${name} writes text`, () => {
    let subject: TextEngineSubject
    beforeAll(async () => {
      subject = await open()
    })
    afterAll(() => subject.close())

    const answerTo = (request: GenerationRequest, hints?: GenerationHints) =>
      checkedAnswer(subject.text.generate(request, forever(), hints))

    const claimed = (kind: Optional, skip: () => never): GenerationRequest => subject[kind] ?? skip()

    it('in the grammar, to a natural end', async () => {
      const { started, parts, ended } = await answerTo(subject.plain)
      expect(started.model).not.toBe('')
      expect(textOf(parts, 'text')).not.toBe('')
      expect(ended.reason).toBe('stop')
    })

    it('and says what it cost', async () => {
      const { started, ended } = await answerTo(subject.plain)
      const { inputTokens, cachedTokens, outputTokens, reasoningTokens } = ended.usage
      for (const count of [inputTokens, cachedTokens, outputTokens, reasoningTokens]) {
        expect(Number.isSafeInteger(count)).toBe(true)
        expect(count).toBeGreaterThanOrEqual(0)
      }
      expect(inputTokens).toBeGreaterThan(0)
      expect(outputTokens).toBeGreaterThan(0)
      expect(cachedTokens).toBeLessThanOrEqual(inputTokens)
      expect(reasoningTokens).toBeLessThanOrEqual(outputTokens)
      expect([0, inputTokens]).toContain(started.inputTokens)
    })

    it('counting a conversation as its generation does', async () => {
      const { ended } = await answerTo({ ...subject.plain })
      expect(await subject.text.countTokens({ ...subject.plain }, forever())).toBe(ended.usage.inputTokens)
      const again = { ...subject.plain }
      const { ended: second } = await answerTo(again)
      expect(await subject.text.countTokens(again, forever())).toBe(second.usage.inputTokens)
    })

    it('also for those who want the whole', async () => {
      const { parts, ended } = await answerTo(subject.plain, { whole: true })
      expect(textOf(parts, 'text')).not.toBe('')
      expect(ended.reason).toBe('stop')
    })

    it('up to the limit', async ({ skip }) => {
      const request = claimed('cut', skip)
      const { ended } = await answerTo(request)
      expect(ended.reason).toBe('length')
      expect(ended.usage.outputTokens).toBeLessThanOrEqual(request.maxTokens ?? 0)
    })

    it('and calls tools', async ({ skip }) => {
      const request = claimed('tool', skip)
      const { parts, ended } = await answerTo(request)
      const calls = parts.flatMap(part => (part.kind === 'tool-call' ? [part] : []))
      expect(ended.reason).toBe('tool-calls')
      expect(calls.length).toBeGreaterThan(0)
      expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length)
      for (const call of calls) {
        expect(call.id).not.toBe('')
        expect(request.tools.map(tool => tool.name)).toContain(call.name)
        expect(JSON.parse(call.arguments)).toBeTypeOf('object')
      }
    })

    it('and JSON', async ({ skip }) => {
      const { parts } = await answerTo(claimed('json', skip))
      expect(JSON.parse(textOf(parts, 'text'))).toBeTypeOf('object')
    })

    it('after reasoning', async ({ skip }) => {
      const { parts, ended } = await answerTo(claimed('reasoning', skip))
      expect(parts[0]?.kind).toBe('reasoning')
      expect(textOf(parts, 'reasoning')).not.toBe('')
      expect(ended.usage.reasoningTokens).toBeGreaterThan(0)
    })

    it('for several at a time, each its own', async ({ skip }) => {
      const { echo = skip() } = subject
      const words = ['apple', 'bridge', 'candle', 'desert', 'engine', 'forest']
      const answers = await Promise.all(words.map(word => answerTo(echo(word))))
      answers.forEach(({ parts }, index) => {
        const said = textOf(parts, 'text').toLowerCase()
        expect(words.filter(word => said.includes(word))).toEqual([words[index]])
      })
    })

    it('until its reader is gone, and then says nothing more', async () => {
      const controller = new AbortController()
      const reason = new Error('gone')
      const events = subject.text.generate(subject.long, controller.signal)[Symbol.asyncIterator]()
      await untilDelta(events)
      const leftAt = performance.now()
      controller.abort(reason)
      const after = await rest(events)
      expect(performance.now() - leftAt).toBeLessThan(1000)
      expect(after.events.filter(({ type }) => type === 'ended' || type === 'failed')).toEqual([])
      if (after.error !== undefined) expect(after.error).toBe(reason)
    })

    it('for nobody who was gone before', async () => {
      const events = subject.text.generate(subject.plain, AbortSignal.abort(new Error('gone')))[Symbol.asyncIterator]()
      const { events: seen, error } = await rest(events)
      expect(error).toMatchObject({ message: 'gone' })
      expect(seen.filter(({ type }) => type !== 'started')).toEqual([])
    })

    it('until its reader stops, and keeps nothing of a signal that lives on', async () => {
      const { signal } = new AbortController()
      for await (const event of subject.text.generate(subject.long, signal)) if (event.type === 'part-delta') break
      for await (const _ of subject.text.generate(subject.plain, signal));
      expect(getEventListeners(signal, 'abort')).toEqual([])
    })
  })
}

/** Folds a stream, and throws where it leaves the grammar or fails. */
async function checkedAnswer(stream: AsyncIterable<GenerationEvent>): Promise<Answer> {
  const grammar = createGrammarChecker()
  const fold = createFold()
  for await (const event of stream) {
    grammar.check(event)
    fold.add(event)
  }
  grammar.finish()
  return fold.answer()
}

async function untilDelta(events: AsyncIterator<GenerationEvent>): Promise<void> {
  for (;;) {
    const next = await events.next()
    if (next.done) throw new Error('it ended before it said anything')
    if (next.value.type === 'part-delta') return
  }
}

async function rest(events: AsyncIterator<GenerationEvent>): Promise<{ events: GenerationEvent[]; error: unknown }> {
  const seen: GenerationEvent[] = []
  try {
    for (let next = await events.next(); !next.done; next = await events.next()) seen.push(next.value)
    return { events: seen, error: undefined }
  } catch (error) {
    return { events: seen, error }
  }
}
