import { expect, it } from 'vitest'
import type { GenerationEvent } from '../../core/generation.ts'
import { createGrammarChecker } from '../../core/generation-grammar.ts'
import { EventWriter } from './event-writer.ts'

it('writes pieces as parts, numbered, one open at a time', () => {
  let calls = 0
  const writer = new EventWriter(() => `call_${++calls}`)
  const events: GenerationEvent[] = [
    { type: 'started', model: 'm', inputTokens: 1, cachedTokens: 0, ignored: [] },
    ...writer.write({ kind: 'reasoning', text: 'Hm', tokens: 2 }),
    ...writer.write({ kind: 'reasoning', text: '.', tokens: 1 }),
    ...writer.write({ kind: 'text', text: 'Well', tokens: 1 }),
    ...writer.write({ kind: 'call', call: 0, name: 'a', text: '', tokens: 5 }),
    ...writer.write({ kind: 'call', call: 0, text: '{}', tokens: 1 }),
    ...writer.write({ kind: 'call', call: 1, name: 'b', text: '{}', tokens: 1 }),
    ...writer.end(),
    ...writer.end(),
    {
      type: 'ended',
      reason: 'stop',
      usage: { inputTokens: 1, cachedTokens: 0, outputTokens: 1, reasoningTokens: 0 },
    },
  ]
  const grammar = createGrammarChecker()
  for (const event of events) grammar.check(event)
  grammar.finish()
  expect(events.filter(({ type }) => type === 'part-start')).toEqual([
    { type: 'part-start', part: 0, kind: 'reasoning' },
    { type: 'part-start', part: 1, kind: 'text' },
    { type: 'part-start', part: 2, kind: 'tool-call', id: 'call_1', name: 'a' },
    { type: 'part-start', part: 3, kind: 'tool-call', id: 'call_2', name: 'b' },
  ])
  expect(events.filter(event => event.type === 'part-delta').map(({ text }) => text)).toEqual([
    'Hm',
    '.',
    'Well',
    '{}',
    '{}',
  ])
  expect(writer.reasoningTokens).toBe(3)
})
