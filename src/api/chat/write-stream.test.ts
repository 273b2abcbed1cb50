import { describe, expect, it } from 'vitest'
import { chunkOf, plain, sent } from '../../../test/support/chat-stream.ts'
import { PlatformError } from '../../core/errors.ts'
import type { EndReason, GenerationEvent } from '../../core/generation.ts'

const started: GenerationEvent = { type: 'started', model: 'up', inputTokens: 9, cachedTokens: 4, ignored: [] }
const said = (part: number, ...texts: string[]): GenerationEvent[] => [
  ...texts.map(text => ({ type: 'part-delta' as const, part, text, tokens: 1 })),
  { type: 'part-end', part },
]
const text = (part: number, ...texts: string[]): GenerationEvent[] => [
  { type: 'part-start', part, kind: 'text' },
  ...said(part, ...texts),
]
const reasoning = (part: number, ...texts: string[]): GenerationEvent[] => [
  { type: 'part-start', part, kind: 'reasoning' },
  ...said(part, ...texts),
]
const call = (part: number, id: string, ...texts: string[]): GenerationEvent[] => [
  { type: 'part-start', part, kind: 'tool-call', id, name: 'weather' },
  ...said(part, ...texts),
]
const ended = (outputTokens: number, reasoningTokens = 0, reason: EndReason = 'stop'): GenerationEvent => ({
  type: 'ended',
  reason,
  usage: { inputTokens: 9, cachedTokens: 4, outputTokens, reasoningTokens },
})

/** A frame to the letter. */
function frame(delta: string, finish: string, output: number, reasoned = 0, index = 0): string {
  return (
    'data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1780000000,"model":"svc-3.7-flash",' +
    `"choices":[{"index":${index},"delta":{"role":"assistant",${delta}},"finish_reason":"${finish}"}],` +
    `"usage":${usage(output, reasoned)}}\n\n`
  )
}
function usage(output: number, reasoned: number): string {
  return (
    `{"prompt_tokens":9,"cached_tokens":4,"completion_tokens":${output},"total_tokens":${9 + output},` +
    `"prompt_tokens_details":{"cached_tokens":4},"completion_tokens_details":{"reasoning_tokens":${reasoned}}}`
  )
}
const done = 'data: [DONE]\n\n'

describe('the frames of a stream', () => {
  it('of text', async () => {
    expect(await sent([[started, ...text(0, 'Say "hi"', '\n你好 🙂'), ended(3)]], plain)).toEqual([
      frame('"content":""', '', 0),
      frame('"content":"Say \\"hi\\""', '', 1),
      frame('"content":"\\n你好 🙂"', '', 2),
      frame('"content":""', 'stop', 3),
      done,
    ])
  })

  it.each(['reasoning', 'reasoning_content'] as const)('of %s', async reasoningField => {
    const events = [started, ...reasoning(0, 'Hm', '.'), ...text(1, 'Yes.'), ended(3, 2)]
    expect(await sent([events], { ...plain, reasoningField })).toEqual([
      frame('"content":""', '', 0),
      frame(`"content":"","${reasoningField}":"Hm"`, '', 1, 1),
      frame(`"content":"","${reasoningField}":"."`, '', 2, 2),
      frame('"content":"Yes."', '', 3, 2),
      frame('"content":""', 'stop', 3, 2),
      done,
    ])
  })

  it('of calls', async () => {
    const events = [
      started,
      ...call(0, 'call_a', '{"city":', '"Oslo"}'),
      ...call(1, 'call_b'),
      ended(2, 0, 'tool-calls'),
    ]
    const begin = (index: number, id: string) =>
      `"content":"","tool_calls":[{"index":${index},"id":"${id}","type":"function","function":{"name":"weather","arguments":""}}]`
    const more = (json: string) => `"content":"","tool_calls":[{"index":0,"function":{"arguments":${json}}}]`
    expect(await sent([events], plain)).toEqual([
      frame('"content":""', '', 0),
      frame(begin(0, 'call_a'), '', 0),
      frame(more('"{\\"city\\":"'), '', 1),
      frame(more('"\\"Oslo\\"}"'), '', 2),
      frame(begin(1, 'call_b'), '', 2),
      frame('"content":""', 'tool_calls', 2),
      done,
    ])
  })

  it('of two choices, as they come', async () => {
    const choices = [
      [started, ...text(0, 'One'), ended(1)],
      [started, ...text(0, 'Two'), ended(1, 0, 'length')],
    ]
    expect(await sent(choices, { ...plain, choices: 2 })).toEqual([
      frame('"content":""', '', 0, 0, 0),
      frame('"content":""', '', 0, 0, 1),
      frame('"content":"One"', '', 1, 0, 0),
      frame('"content":"Two"', '', 2, 0, 1),
      frame('"content":""', 'stop', 2, 0, 0),
      frame('"content":""', 'length', 2, 0, 1),
      done,
    ])
  })

  it('close with the usage for those who ask for it', async () => {
    const frames = await sent([[started, ...text(0, 'Hi'), ended(1)]], { ...plain, includeUsage: true })
    expect(frames.slice(-3)).toEqual([
      frame('"content":""', 'stop', 1),
      'data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1780000000,"model":"svc-3.7-flash",' +
        `"choices":[],"usage":${usage(1, 0)}}\n\n`,
      done,
    ])
  })

  it('break off with what went wrong', async () => {
    const failed: GenerationEvent = { type: 'failed', error: new PlatformError('upstream_timeout', 'It is silent.') }
    const frames = await sent([[started, ...text(0, 'Hi').slice(0, -1), failed]], { ...plain, includeUsage: true })
    expect(frames).toEqual([
      frame('"content":""', '', 0),
      frame('"content":"Hi"', '', 1),
      'data: {"error":{"message":"It is silent."}}\n\n',
    ])
  })

  it.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['tool-calls', 'tool_calls'],
    ['filtered', 'content_filter'],
  ] as const)('say that an answer ended for %s', async (reason, finish) => {
    const frames = await sent([[started, ended(0, 0, reason)]], plain)
    expect(frames.slice(0, -1).map(chunkOf).at(-1)?.choices[0]?.finish_reason).toBe(finish)
  })
})
