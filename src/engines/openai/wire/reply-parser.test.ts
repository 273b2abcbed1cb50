import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ReplyParser } from './reply-parser.ts'

/** What is made of these bytes: heads, bodies, and whether the connection can go on. */
function parse(pieces: readonly (string | Buffer)[], { ends = false } = {}) {
  const replies: { status: number; body: string; isReusable?: boolean }[] = []
  const bodies: Buffer[] = []
  const parser = new ReplyParser({
    onHead: ({ status }) => void replies.push({ status, body: '' }),
    onBody: bytes => void bodies.push(bytes),
    onComplete(isReusable) {
      const reply = replies.at(-1)
      if (reply) Object.assign(reply, { body: Buffer.concat(bodies).toString(), isReusable })
      bodies.length = 0
    },
  })
  for (const piece of pieces) parser.push(Buffer.from(piece))
  const wasComplete = ends ? parser.end() : undefined
  return { replies, wasComplete }
}

const sized = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\nhello'
const chunked =
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n' +
  '5\r\nhello\r\n00A;name="value"\r\n, everyone\r\n0\r\ntrailer: x\r\n\r\n'
const open = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\ndata: 1\n\n'

describe('a reply', () => {
  it.each([
    ['with a length', sized, 'hello', true],
    ['in chunks', chunked, 'hello, everyone', true],
    ['with nothing', 'HTTP/1.1 204 No Content\r\n\r\n', '', true],
    ['of no length', 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n', '', true],
    [
      'after a foretaste',
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n${sized}`,
      'hello',
      true,
    ],
    ['that is the last', sized.replace('Content-Type', 'CONNECTION: Close\r\nContent-Type'), 'hello', false],
    ['of an old server', sized.replace('1.1', '1.0'), 'hello', false],
    [
      'of an old server that stays',
      sized.replace('1.1', '1.0').replace('Content-Type', 'connection: Keep-Alive\r\nContent-Type'),
      'hello',
      true,
    ],
    ['with more behind it', `${sized}HTTP/1.1 200 OK`, 'hello', false],
    ['with both framings', chunked.replace('trans', 'content-length: 3\r\ntrans'), 'hello, everyone', true],
  ])('%s is read, wherever it is cut', (_, text, body, isReusable) => {
    const [reply] = parse([text]).replies
    expect(reply).toMatchObject({ body, isReusable })
    const bytes = Buffer.from(text)
    for (let at = 1; at < bytes.length; at++) {
      const { replies } = parse([bytes.subarray(0, at), bytes.subarray(at)])
      // What lies behind a reply is met only where it comes with it.
      expect(replies[0]).toMatchObject({ status: reply?.status, body })
    }
  })

  it('is the same in single bytes and in any pieces', () => {
    const bytes = Buffer.from(chunked)
    expect(parse([...bytes].map(byte => Buffer.of(byte)))).toEqual(parse([chunked]))
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { maxLength: 6 }),
        fc.array(fc.nat(), { maxLength: 8 }),
        (chunks, cuts) => {
          const framed = chunks.flatMap(chunk => [`${chunk.length.toString(16)}\r\n`, Buffer.from(chunk), '\r\n'])
          const all = Buffer.concat(
            ['HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n', ...framed, '0\r\n\r\n'].map(part =>
              Buffer.from(part),
            ),
          )
          const places = [0, ...cuts.map(cut => cut % all.length).sort((a, b) => a - b), all.length]
          const pieces = places.slice(1).map((to, index) => all.subarray(places[index], to))
          const { replies } = parse(pieces.filter(({ length }) => length > 0))
          expect(replies).toEqual([{ status: 200, body: Buffer.concat(chunks).toString(), isReusable: true }])
        },
      ),
    )
  })

  it('may follow another on the same connection', () => {
    expect(parse([sized, chunked, sized]).replies.map(({ body }) => body)).toEqual([
      'hello',
      'hello, everyone',
      'hello',
    ])
  })

  it('without a length ends with the connection', () => {
    expect(parse([open, 'data: 2\n\n'], { ends: true })).toEqual({
      replies: [{ status: 200, body: 'data: 1\n\ndata: 2\n\n', isReusable: false }],
      wasComplete: true,
    })
  })

  it.each([
    ['its head', 'HTTP/1.1 200 OK\r\ncontent-'],
    ['its length', sized.slice(0, -1)],
    ['a chunk', chunked.slice(0, -12)],
    ['its last line', chunked.slice(0, -2)],
  ])('is not complete when the connection ends in the middle of %s', (_, text) => {
    expect(parse([text], { ends: true }).wasComplete).toBe(false)
  })
})

describe('what is no reply', () => {
  const head = (line: string) => `HTTP/1.1 200 OK\r\n${line}\r\n\r\n`
  it.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n\r\n'],
    ['HTTP/2', 'HTTP/2 200\r\n\r\n'],
    ['a line without a name', head('no name here')],
    ['a length that is none', head('content-length: five')],
    ['a negative length', head('content-length: -5')],
    ['two lengths', head('content-length: 5\r\ncontent-length: 6')],
    ['another coding', head('transfer-encoding: gzip, chunked')],
    ['a chunk without a size', `${head('transfer-encoding: chunked')}\r\n`],
    ['a size that is none', `${head('transfer-encoding: chunked')}xyz\r\n`],
    ['a size beyond all reason', `${head('transfer-encoding: chunked')}${'f'.repeat(13)}\r\n`],
    ['a chunk longer than it says', `${head('transfer-encoding: chunked')}2\r\nabc\r\n`],
    ['a head without an end', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(66_000)}`],
    ['a head beyond all reason', head(`x: ${'y'.repeat(66_000)}`)],
    ['an endless size', `${head('transfer-encoding: chunked')}5;${'y'.repeat(66_000)}`],
    ['an endless trailer', `${head('transfer-encoding: chunked')}0\r\n${'y: z\r\n'.repeat(12_000)}`],
  ])('is refused: %s', (_, text) => {
    expect(() => parse([text])).toThrow()
  })

  it('has a bound that a long head does not reach', () => {
    const long = head(`x: ${'y'.repeat(65_000)}\r\ncontent-length: 2`)
    expect(parse([`${long}ok`]).replies).toEqual([{ status: 200, body: 'ok', isReusable: true }])
  })
})
