import { describe, expect, it } from 'vitest'
import type { Ended } from '../../core/generation.ts'
import type { AnswerPart } from '../../core/generation-fold.ts'
import { writeMessage } from './write.ts'

const head = { id: 'msg_1', model: 'svc-3.7-flash' }
const usage = { inputTokens: 12, cachedTokens: 5, outputTokens: 7, reasoningTokens: 3 }
const call = (text: string): AnswerPart => ({ kind: 'tool-call', id: 'call_1', name: 'weather', arguments: text })

function write(parts: readonly AnswerPart[], ended: Partial<Ended> = {}) {
  return writeMessage(head, {
    started: { type: 'started', model: 'upstream', inputTokens: 0, cachedTokens: 0, ignored: [] },
    parts,
    ended: { type: 'ended', reason: 'stop', usage, ...ended },
  })
}

describe('a whole message', () => {
  it('has everything that clients look for', () => {
    expect(write([{ kind: 'text', text: 'Hello' }])).toStrictEqual({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'svc-3.7-flash',
      content: [{ type: 'text', text: 'Hello' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 7, output_tokens: 7, cache_creation_input_tokens: 0, cache_read_input_tokens: 5 },
    })
  })

  it('shows calls with their input parsed, and no reasoning', () => {
    const parts: AnswerPart[] = [
      { kind: 'reasoning', text: 'Hm' },
      { kind: 'text', text: 'I look.' },
      call('{"a":[1]}'),
    ]
    const { content, stop_reason } = write(parts, { reason: 'tool-calls' })
    expect(content).toStrictEqual([
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', id: 'call_1', name: 'weather', input: { a: [1] } },
    ])
    expect(stop_reason).toBe('tool_use')
  })

  it('is empty when nothing was said', () => {
    expect(write([]).content).toEqual([])
    expect(write([{ kind: 'text', text: '' }]).content).toEqual([])
  })

  it.each([
    ['stop', 'end_turn'],
    ['length', 'max_tokens'],
    ['tool-calls', 'tool_use'],
    ['filtered', 'refusal'],
  ] as const)('that ended by %s says %s', (reason, stop_reason) => {
    expect(write([], { reason }).stop_reason).toBe(stop_reason)
  })

  it('names the stop sequence that it met', () => {
    expect(write([], { stopSequence: 'END' })).toMatchObject({ stop_reason: 'end_turn', stop_sequence: 'END' })
  })
})

describe('the input of a call', () => {
  it.each(['', ' '])('is empty where the model wrote %j', text => {
    expect(write([call(text)], { reason: 'tool-calls' }).content).toMatchObject([{ input: {} }])
  })

  it.each(['{"city":', 'Oslo', '"Oslo"', '[1]', 'null'])('is never made up: %s is a failure', text => {
    expect(() => write([call(text)], { reason: 'tool-calls' })).toThrow(
      expect.objectContaining({ code: 'service_unavailable', message: expect.stringContaining('"weather"') }),
    )
  })

  it.each(['{"city":', ''])('that was cut at %j takes the call with it', text => {
    const { content, stop_reason } = write([{ kind: 'text', text: 'I look.' }, call(text)], { reason: 'length' })
    expect(content).toEqual([{ type: 'text', text: 'I look.' }])
    expect(stop_reason).toBe('max_tokens')
  })

  it('can have been cut only at the end', () => {
    expect(() => write([call('{"city":'), { kind: 'text', text: 'So' }], { reason: 'length' })).toThrow('"weather"')
  })
})
