import { describe, expect, it } from 'vitest'
import { readMessages } from './read-messages.ts'
import type { ConversationMessage } from './schema.ts'

const call = { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Oslo' } } as const

describe('messages read into the core', () => {
  it('takes strings and blocks alike', () => {
    const messages: ConversationMessage[] = [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi' },
      { role: 'user', content: [{ type: 'text', text: 'How are you?' }] },
      { role: 'assistant', content: [] },
    ]
    expect(readMessages(messages)).toEqual([
      { role: 'user', parts: [{ type: 'text', text: 'Hello' }] },
      { role: 'assistant', text: 'Hi', toolCalls: [] },
      { role: 'user', parts: [{ type: 'text', text: 'How are you?' }] },
      { role: 'assistant', text: '', toolCalls: [] },
    ])
  })

  it('takes pictures by address and by value, and remembers where they stood', () => {
    const messages: ConversationMessage[] = [
      {
        role: 'user',
        content: [
          { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
          { type: 'image', source: { type: 'base64', media_type: 'image/jpg', data: 'AAAA' } },
        ],
      },
    ]
    expect(readMessages(messages)).toEqual([
      {
        role: 'user',
        parts: [
          {
            type: 'image',
            source: { kind: 'url', url: 'https://example.com/a.png' },
            detail: 'high',
            param: 'messages[0].content[0].source.url',
          },
          {
            type: 'image',
            source: { kind: 'base64', mediaType: 'image/jpeg', data: 'AAAA' },
            detail: 'high',
            param: 'messages[0].content[1].source.data',
          },
        ],
      },
    ])
  })

  it('refuses an address that is neither of the web nor a data URI', () => {
    const messages: ConversationMessage[] = [
      { role: 'user', content: [{ type: 'image', source: { type: 'url', url: 'file:///etc/passwd' } }] },
    ]
    expect(() => readMessages(messages)).toThrow('"messages[0].content[0].source.url" must be an http(s) URL')
  })

  it('puts results next to their calls, and what was said with them after', () => {
    const messages: ConversationMessage[] = [
      { role: 'user', content: 'Weather?' },
      {
        role: 'assistant',
        content: [{ type: 'text', text: 'I look.' }, call, { ...call, id: 'toolu_2', input: {} }],
      },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Here:' },
          { type: 'tool_result', tool_use_id: 'toolu_1', content: 'rain' },
          { type: 'text', text: 'and' },
          {
            type: 'tool_result',
            tool_use_id: 'toolu_2',
            content: [
              { type: 'text', text: 'no city' },
              { type: 'image', source: { type: 'url', url: 'http://example.com/map.png' } },
            ],
            is_error: true,
          },
        ],
      },
    ]
    expect(readMessages(messages).slice(1)).toEqual([
      {
        role: 'assistant',
        text: 'I look.',
        toolCalls: [
          { id: 'toolu_1', name: 'weather', arguments: '{"city":"Oslo"}' },
          { id: 'toolu_2', name: 'weather', arguments: '{}' },
        ],
      },
      { role: 'tool', callId: 'toolu_1', parts: [{ type: 'text', text: 'rain' }] },
      {
        role: 'tool',
        callId: 'toolu_2',
        parts: [
          { type: 'text', text: 'no city' },
          {
            type: 'image',
            source: { kind: 'url', url: 'http://example.com/map.png' },
            detail: 'high',
            param: 'messages[2].content[3].content[1].source.url',
          },
        ],
        isError: true,
      },
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'Here:' },
          { type: 'text', text: 'and' },
        ],
      },
    ])
  })

  it('takes a result without content', () => {
    const messages: ConversationMessage[] = [
      { role: 'assistant', content: [call] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1' }] },
    ]
    expect(readMessages(messages).at(-1)).toEqual({ role: 'tool', callId: 'toolu_1', parts: [] })
  })

  it.each([
    ['nobody made', 'toolu_9'],
    ['is made only later', 'toolu_1'],
  ])('refuses the result of a call that %s', (_what, id) => {
    const messages: ConversationMessage[] = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'So:' },
          { type: 'tool_result', tool_use_id: id, content: 'x' },
        ],
      },
      { role: 'assistant', content: [call] },
    ]
    expect(() => readMessages(messages)).toThrow(
      expect.objectContaining({
        code: 'request_params_invalid',
        param: 'messages[0].content[1].tool_use_id',
        message: expect.stringContaining(`(got "${id}")`),
      }),
    )
  })

  it('passes thinking on as reasoning, and drops what is hidden', () => {
    const messages: ConversationMessage[] = [
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm. ' },
          { type: 'redacted_thinking' },
          { type: 'thinking', thinking: 'Yes.' },
          { type: 'text', text: 'Do' },
          { type: 'text', text: 'ne' },
        ],
      },
    ]
    expect(readMessages(messages)).toEqual([{ role: 'assistant', text: 'Done', reasoning: 'Hm. Yes.', toolCalls: [] }])
  })

  it('refuses an input that is nested without end', () => {
    let input: Record<string, unknown> = {}
    for (let depth = 0; depth < 100; depth++) input = { input }
    const messages: ConversationMessage[] = [{ role: 'assistant', content: [{ ...call, input }] }]
    expect(() => readMessages(messages)).toThrow('"messages[0].content[0].input" is nested more than')
  })
})
