import { describe, expect, it } from 'vitest'
import type { EndReason, Usage } from '../../core/generation.ts'
import type { Answer, AnswerPart } from '../../core/generation-fold.ts'
import type { ChatStyle } from './read.ts'
import { writeChatCompletion } from './write.ts'

const head = { id: 'chatcmpl-1', created: 1_780_000_000, model: 'svc-3.7-flash' }
const style: ChatStyle = { stream: false, includeUsage: false, choices: 1, reasoningField: 'reasoning' }
const spent: Usage = { inputTokens: 9, cachedTokens: 4, outputTokens: 5, reasoningTokens: 2 }
const answer = (parts: AnswerPart[], reason: EndReason = 'stop', usage = spent): Answer => ({
  started: { type: 'started', model: 'up', inputTokens: 9, cachedTokens: 4, ignored: [] },
  parts,
  ended: { type: 'ended', reason, usage },
})
const call = (id: string): AnswerPart => ({ kind: 'tool-call', id, name: 'weather', arguments: '{"city":"Oslo"}' })

describe('a completion', () => {
  it('is written to the letter', () => {
    expect(writeChatCompletion(head, [answer([{ kind: 'text', text: 'Hello' }])], style)).toEqual({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_780_000_000,
      model: 'svc-3.7-flash',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hello' } }],
      usage: {
        prompt_tokens: 9,
        cached_tokens: 4,
        completion_tokens: 5,
        total_tokens: 14,
        prompt_tokens_details: { cached_tokens: 4 },
        completion_tokens_details: { reasoning_tokens: 2 },
      },
    })
  })

  it.each(['reasoning', 'reasoning_content'] as const)('shows %s', reasoningField => {
    const parts: AnswerPart[] = [
      { kind: 'reasoning', text: 'Hm' },
      { kind: 'text', text: 'Yes' },
      { kind: 'reasoning', text: ', well' },
      { kind: 'text', text: ' and no.' },
    ]
    const { choices } = writeChatCompletion(head, [answer(parts)], { ...style, reasoningField })
    expect(choices[0]?.message).toEqual({ role: 'assistant', content: 'Yes and no.', [reasoningField]: 'Hm, well' })
  })

  it('shows calls, with an empty text where there is none', () => {
    const { choices } = writeChatCompletion(head, [answer([call('call_a'), call('call_b')], 'tool-calls')], style)
    const written = { type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } }
    expect(choices).toEqual([
      {
        index: 0,
        finish_reason: 'tool_calls',
        message: {
          role: 'assistant',
          content: '',
          tool_calls: [
            { id: 'call_a', ...written },
            { id: 'call_b', ...written },
          ],
        },
      },
    ])
  })

  it('numbers its choices, which share the prompt', () => {
    const answers = [
      answer([{ kind: 'text', text: 'One' }]),
      answer([{ kind: 'text', text: 'Two' }], 'length', { ...spent, outputTokens: 7, reasoningTokens: 0 }),
      answer([], 'filtered', { ...spent, outputTokens: 0, reasoningTokens: 0 }),
    ]
    const { choices, usage } = writeChatCompletion(head, answers, { ...style, choices: 3 })
    expect(choices.map(({ index, finish_reason, message }) => [index, finish_reason, message.content])).toEqual([
      [0, 'stop', 'One'],
      [1, 'length', 'Two'],
      [2, 'content_filter', ''],
    ])
    expect(usage).toMatchObject({ prompt_tokens: 9, cached_tokens: 4, completion_tokens: 12, total_tokens: 21 })
    expect(usage.completion_tokens_details.reasoning_tokens).toBe(2)
  })
})
