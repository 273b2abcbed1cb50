import { describe, expect, it } from 'vitest'
import { SseSplitter } from './sse-splitter.ts'

function split(...pieces: (string | Buffer)[]): string[] {
  const seen: string[] = []
  const splitter = new SseSplitter({ onData: (data, isError) => seen.push(isError ? `error:${data}` : data) })
  for (const piece of pieces) splitter.push(typeof piece === 'string' ? Buffer.from(piece) : piece)
  splitter.end()
  return seen
}

describe('cutting server-sent events', () => {
  it.each([
    ['line feeds', 'data: a\n\ndata: b\n\n', ['a', 'b']],
    ['carriage returns', 'data: a\r\n\r\ndata: b\r\n\r\n', ['a', 'b']],
    ['no space after the colon', 'data:a\n\n', ['a']],
    ['only one space is taken away', 'data:  a\n\n', [' a']],
    ['several lines of data', 'data: {"a":\ndata: 1}\n\n', ['{"a":\n1}']],
    ['comments', ': ping\n\ndata: a\n:\n\n: pong\n\n', ['a']],
    ['other fields', 'id: 1\nevent: delta\nretry: 5\ndata: a\n\n', ['a']],
    ['an event called error', 'event: error\ndata: a\n\ndata: b\n\n', ['error:a', 'b']],
    ['no empty line at the end', 'data: a\n\ndata: b\n', ['a', 'b']],
    ['no line break at the end', 'data: a\n\ndata: [DONE]', ['a', '[DONE]']],
    ['no empty lines between events', 'data: {"a":1}\ndata: {"a":2}\ndata: [DONE]\n', ['{"a":1}', '{"a":2}', '[DONE]']],
    ['a byte order mark', '\ufeffdata: a\n\n', ['a']],
    ['data without a value', 'data\n\ndata:\n\ndata: a\n\n', ['a']],
    ['nothing', '', []],
  ])('understands %s', (_, text, expected) => {
    expect(split(text)).toEqual(expected)
    expect(split(...[...Buffer.from(text)].map(byte => Buffer.of(byte)))).toEqual(expected)
  })

  it('keeps characters whole that arrive in halves', () => {
    const bytes = Buffer.from('data: 你好 👋\n\n')
    for (let at = 0; at <= bytes.length; at++) {
      expect(split(bytes.subarray(0, at), bytes.subarray(at))).toEqual(['你好 👋'])
    }
  })

  it('does not collect without end', () => {
    const splitter = new SseSplitter({ onData: () => undefined })
    const megabyte = Buffer.alloc(1024 * 1024, 'x')
    splitter.push(Buffer.from('data: '))
    expect(() => {
      for (let count = 0; count < 17; count++) splitter.push(megabyte)
    }).toThrow('longer than 16 MB')
  })
})
