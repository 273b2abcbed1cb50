import { describe, expect, it } from 'vitest'
import { createCheck } from '../../http/validation.ts'
import { readTokenCountRequest } from './read.ts'
import { TokenCountRequest } from './schema.ts'

const check = createCheck(TokenCountRequest, 'body')
const readAny = (body: unknown) => {
  const result = check(body)
  if ('error' in result) throw result.error
  return readTokenCountRequest(result.value as TokenCountRequest)
}
const base = { model: 'svc-3.7-flash', messages: [{ role: 'user', content: 'Hi' }] }
const message = (one: unknown) => ({ messages: [one] })
const part = (one: unknown) => message({ role: 'user', content: [one] })
const address = 'must be an http(s) URL or a data URI such as data:image/png;base64,…'

describe('a count of tokens', () => {
  it('is of a conversation', () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
      { role: 'assistant', content: null },
      { role: 'assistant' },
      { role: 'user', content: [{ type: 'text', text: 'Bye' }] },
    ]
    expect(readAny({ model: 'svc-3.7-flash', messages })).toEqual({
      model: 'svc-3.7-flash',
      messages: [
        { role: 'system', text: 'Be brief.' },
        { role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
        { role: 'assistant', text: 'Hello', toolCalls: [] },
        { role: 'assistant', text: '', toolCalls: [] },
        { role: 'assistant', text: '', toolCalls: [] },
        { role: 'user', parts: [{ type: 'text', text: 'Bye' }] },
      ],
      tools: [],
      toolChoice: 'auto',
      stop: [],
      format: { type: 'text' },
    })
  })

  it.each([
    [{ url: 'https://example.org/a.png' }, { kind: 'url', url: 'https://example.org/a.png' }, 'low'],
    [
      { url: 'data:image/png;base64,AAAA', detail: 'high' },
      { kind: 'base64', mediaType: 'image/png', data: 'AAAA' },
      'high',
    ],
    [{ url: 'http://example.org/a', detail: null }, { kind: 'url', url: 'http://example.org/a' }, 'low'],
  ])('takes in pictures: %j', (image_url, source, detail) => {
    const content = [
      { type: 'text', text: 'Look:' },
      { type: 'image_url', image_url },
    ]
    expect(readAny({ ...base, messages: [...base.messages, { role: 'user', content }] }).messages[1]).toEqual({
      role: 'user',
      parts: [
        { type: 'text', text: 'Look:' },
        { type: 'image', source, detail, param: 'messages[1].content[1].image_url.url' },
      ],
    })
  })

  it.each<[object, string, string]>([
    [{ model: undefined }, 'model', 'is required'],
    [{ model: '' }, 'model', 'must not be empty (got "")'],
    [{ messages: undefined }, 'messages', 'is required'],
    [{ messages: [] }, 'messages', 'must have at least 1 item (got an empty array)'],
    [message({ role: 'tool' }), 'messages[0].role', 'must be one of "system", "user", "assistant" (got "tool")'],
    [message({ role: 'system' }), 'messages[0].content', 'is required'],
    [message({ role: 'user', content: [] }), 'messages[0].content', 'must have at least 1 item (got an empty array)'],
    [message({ role: 'user', content: null }), 'messages[0].content', 'must be a string or an array (got null)'],
    [message({ role: 'assistant', content: 5 }), 'messages[0].content', 'must be a string or null (got 5)'],
    [
      part({ type: 'video_url' }),
      'messages[0].content[0].type',
      'must be one of "text", "image_url" (got "video_url")',
    ],
    [part({ type: 'image_url', image_url: {} }), 'messages[0].content[0].image_url.url', 'is required'],
    [
      part({ type: 'image_url', image_url: { url: 'a.png' } }),
      'messages[0].content[0].image_url.url',
      `${address} (got "a.png")`,
    ],
  ])('is refused for %j', (sent, param, problem) => {
    expect(() => readAny({ ...base, ...sent })).toThrow(
      expect.objectContaining({ code: 'request_params_invalid', param, message: `"${param}" ${problem}.` }),
    )
  })
})
