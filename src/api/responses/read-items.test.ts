import { describe, expect, it } from 'vitest'
import { readItems } from './read-items.ts'
import type { InputItem } from './schema-items.ts'

const messagesOf = (...items: InputItem[]) => readItems(items).messages
const call = (id: string): InputItem => ({ type: 'function_call', call_id: id, name: 'look', arguments: '{"a":1}' })
const coreCall = (id: string) => ({ id, name: 'look', arguments: '{"a":1}' })

describe('messages', () => {
  it('are read in every role, with `type` and without', () => {
    expect(
      messagesOf(
        { role: 'system', content: 'be brief' },
        { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'be kind' }] },
        { role: 'user', content: 'hello' },
        { type: 'message', role: 'assistant', content: 'hi' },
        { role: 'user', content: [{ type: 'input_text', text: 'again' }] },
      ),
    ).toEqual([
      { role: 'system', text: 'be brief' },
      { role: 'system', text: 'be kind' },
      { role: 'user', parts: [{ type: 'text', text: 'hello' }] },
      { role: 'assistant', text: 'hi', toolCalls: [] },
      { role: 'user', parts: [{ type: 'text', text: 'again' }] },
    ])
  })

  it('take back what the assistant said, refusals too', () => {
    const content = [
      { type: 'output_text' as const, text: 'one ' },
      { type: 'refusal' as const, refusal: 'two' },
    ]
    expect(messagesOf({ role: 'assistant', content })).toEqual([{ role: 'assistant', text: 'one two', toolCalls: [] }])
  })

  it.each([
    ['a string', { image_url: 'https://a.example/x.png' }, 'low', 'input[0].content[0].image_url'],
    ['a string with detail', { image_url: 'https://a.example/x.png', detail: 'high' }, 'high', undefined],
    ['an object', { image_url: { url: 'https://a.example/x.png' } }, 'low', 'input[0].content[0].image_url.url'],
    ['an object with detail', { image_url: { url: 'https://a.example/x.png', detail: 'high' } }, 'high', undefined],
    ['detail "auto"', { image_url: { url: 'https://a.example/x.png', detail: 'auto' } }, 'low', undefined],
  ])('take a picture by %s', (_name, part, detail, param) => {
    const item = { role: 'user', content: [{ type: 'input_image', ...part }] } as InputItem
    expect(messagesOf(item)).toEqual([
      {
        role: 'user',
        parts: [
          {
            type: 'image',
            source: { kind: 'url', url: 'https://a.example/x.png' },
            detail,
            param: param ?? expect.stringContaining('image_url'),
          },
        ],
      },
    ])
  })

  it('take video, and data URIs', () => {
    const content = [
      { type: 'input_video' as const, video_url: { url: 'https://a.example/x.mp4', detail: 'high' as const } },
      { type: 'input_image' as const, image_url: 'data:image/png;base64,AAAA' },
    ]
    expect(messagesOf({ role: 'user', content })).toMatchObject([
      {
        parts: [
          { type: 'video', detail: 'high', param: 'input[0].content[0].video_url.url' },
          { type: 'image', source: { kind: 'base64', mediaType: 'image/png', data: 'AAAA' } },
        ],
      },
    ])
  })

  it.each([
    [{ type: 'input_image', file_id: 'file-1' }, 'input[0].content[0].file_id'],
    [{ type: 'input_image' }, 'input[0].content[0].image_url'],
    [{ type: 'input_image', image_url: 'x.png' }, 'input[0].content[0].image_url'],
    [{ type: 'input_video', video_url: { url: 'ftp://a/x.mp4' } }, 'input[0].content[0].video_url.url'],
  ])('refuse media that can not be had: %j', (part, param) => {
    const item = { role: 'user', content: [part] } as InputItem
    expect(() => messagesOf(item)).toThrow(expect.objectContaining({ code: 'request_params_invalid', param }))
  })
})

describe('the turn of an assistant', () => {
  it('is one message: its reasoning, its text and its calls', () => {
    const items: InputItem[] = [
      { role: 'user', content: 'weather?' },
      { type: 'reasoning', id: 'rs_1', summary: [], content: [{ type: 'reasoning_text', text: 'look it up' }] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'One moment.' }] },
      call('call_1'),
      call('call_2'),
      { type: 'function_call_output', call_id: 'call_1', output: 'sun' },
      { type: 'function_call_output', call_id: 'call_2', output: [{ type: 'input_text', text: 'rain' }] },
    ]
    expect(readItems(items)).toEqual({
      messages: [
        { role: 'user', parts: [{ type: 'text', text: 'weather?' }] },
        {
          role: 'assistant',
          text: 'One moment.',
          reasoning: 'look it up',
          toolCalls: [coreCall('call_1'), coreCall('call_2')],
        },
        { role: 'tool', callId: 'call_1', parts: [{ type: 'text', text: 'sun' }] },
        { role: 'tool', callId: 'call_2', parts: [{ type: 'text', text: 'rain' }] },
      ],
      origins: [0, 4, 5, 6],
    })
  })

  it('ends where somebody else speaks', () => {
    const output: InputItem = { type: 'function_call_output', call_id: 'call_1', output: '' }
    expect(messagesOf(call('call_1'), output, call('call_2')).map(({ role }) => role)).toEqual([
      'assistant',
      'tool',
      'assistant',
    ])
  })

  it('keeps apart what it said twice', () => {
    const said = messagesOf({ role: 'assistant', content: 'One.' }, { role: 'assistant', content: 'Two.' })
    expect(said).toEqual([{ role: 'assistant', text: 'One.\nTwo.', toolCalls: [] }])
  })

  it('takes the summary of reasoning that has no text', () => {
    const summary = [{ type: 'summary_text' as const, text: 'in short' }]
    expect(
      messagesOf({ type: 'reasoning', summary, content: null }, { role: 'assistant', content: 'so' }),
    ).toMatchObject([{ reasoning: 'in short', text: 'so' }])
  })

  it('is nothing when there was reasoning and no more', () => {
    const content = [{ type: 'reasoning_text' as const, text: 'hm' }]
    expect(messagesOf({ type: 'reasoning', content }, { role: 'user', content: 'and?' })).toEqual([
      { role: 'user', parts: [{ type: 'text', text: 'and?' }] },
    ])
  })
})

describe('references', () => {
  it('to reasoning are passed over', () => {
    expect(messagesOf({ type: 'item_reference', id: 'rs_1' }, { role: 'user', content: 'x' })).toHaveLength(1)
  })

  it('to anything else are refused, by name', () => {
    const items: InputItem[] = [
      { role: 'user', content: 'x' },
      { type: 'item_reference', id: 'msg_1' },
    ]
    expect(() => readItems(items)).toThrow(
      expect.objectContaining({ param: 'input[1].id', message: expect.stringContaining('"msg_1"') }),
    )
  })
})
