import { describe, expect, it } from 'vitest'
import { readMessage } from './read-messages.ts'
import type { Message, UserPart } from './schema.ts'

const read = (message: Message) => readMessage(message, 2)
const readPart = (part: UserPart) => {
  const message = read({ role: 'user', content: [{ type: 'text', text: 'Look:' }, part] })
  return 'parts' in message ? message.parts[1] : undefined
}
const texts = ['one ', 'two'].map(text => ({ type: 'text' as const, text }))

describe('messages', () => {
  it.each(['system', 'developer'] as const)('of the role %s instruct', role => {
    expect(read({ role, content: 'Be brief.' })).toEqual({ role: 'system', text: 'Be brief.' })
    expect(read({ role, content: texts })).toEqual({ role: 'system', text: 'one two' })
  })

  it('of the user are text or parts', () => {
    expect(read({ role: 'user', content: '' })).toEqual({ role: 'user', parts: [{ type: 'text', text: '' }] })
    expect(read({ role: 'user', content: texts })).toEqual({ role: 'user', parts: texts })
  })

  it.each([undefined, null, '', []])('of the assistant may have no text: %j', content => {
    const message = { role: 'assistant' as const, ...(content !== undefined && { content }) }
    expect(read(message)).toEqual({ role: 'assistant', text: '', toolCalls: [] })
  })

  it('of the assistant keep their calls', () => {
    const call = { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } }
    expect(read({ role: 'assistant', content: texts, tool_calls: [call, { ...call, id: 'call_2' }] })).toEqual({
      role: 'assistant',
      text: 'one two',
      toolCalls: [
        { id: 'call_1', name: 'weather', arguments: '{"city":"Oslo"}' },
        { id: 'call_2', name: 'weather', arguments: '{"city":"Oslo"}' },
      ],
    })
  })

  it.each([
    [{ reasoning: 'Hm.' }, 'Hm.'],
    [{ reasoning_content: 'Hm.' }, 'Hm.'],
    [{ reasoning: 'general', reasoning_content: 'deepseek' }, 'deepseek'],
    [{ reasoning: null, reasoning_content: null }, undefined],
  ])('of the assistant keep their reasoning: %j', (given, reasoning) => {
    expect(read({ role: 'assistant', content: 'Yes', ...given })).toEqual({
      role: 'assistant',
      text: 'Yes',
      toolCalls: [],
      ...(reasoning !== undefined && { reasoning }),
    })
  })

  it('of tools answer calls', () => {
    const expected = { role: 'tool', callId: 'call_1', parts: [{ type: 'text', text: 'one two' }] }
    expect(read({ role: 'tool', tool_call_id: 'call_1', content: 'one two' })).toEqual(expected)
    expect(read({ role: 'tool', tool_call_id: 'call_1', content: texts })).toEqual(expected)
  })
})

describe('parts', () => {
  const at = 'messages[2].content[1]'
  const png = 'data:image/png;base64,AAAA'

  it.each([
    [undefined, 'low'],
    [null, 'low'],
    ['low', 'low'],
    ['auto', 'low'],
    ['high', 'high'],
  ] as const)('show pictures and films in detail %s as %s', (given, detail) => {
    const more = given !== undefined && { detail: given }
    expect(readPart({ type: 'image_url', image_url: { url: png, ...more } })).toEqual({
      type: 'image',
      source: { kind: 'base64', mediaType: 'image/png', data: 'AAAA' },
      detail,
      param: `${at}.image_url.url`,
    })
    expect(readPart({ type: 'video_url', video_url: { url: 'https://example.org/a.mp4', ...more } })).toEqual({
      type: 'video',
      source: { kind: 'url', url: 'https://example.org/a.mp4' },
      detail,
      param: `${at}.video_url.url`,
    })
  })

  it.each([
    [{ data: 'data:audio/wav;base64,AAAA' }, 'audio/wav'],
    [{ data: 'data:audio/mpeg;base64,AAAA', format: 'wav' as const }, 'audio/mpeg'],
    [{ data: 'AAAA', format: 'mp3' as const }, 'audio/mp3'],
  ])('let sound be heard: %j', (input_audio, mediaType) => {
    expect(readPart({ type: 'input_audio', input_audio })).toEqual({
      type: 'audio',
      source: { kind: 'base64', mediaType, data: 'AAAA' },
      param: `${at}.input_audio.data`,
    })
  })
})
