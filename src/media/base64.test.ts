import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Base64Error, base64Bytes, decodeBase64, encodeBase64 } from './base64.ts'

const decoded = (text: string): Promise<Buffer> => buffer(decodeBase64(text))

async function* cut(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  let at = 0
  for (const size of [...sizes, bytes.length]) {
    yield bytes.subarray(at, at + size)
    at += size
  }
}

const pieces = fc.tuple(fc.uint8Array({ maxLength: 50 }), fc.array(fc.nat(20)))

describe('base64', () => {
  it('comes back as it was, however it is cut', () =>
    fc.assert(
      fc.asyncProperty(pieces, async ([content, sizes]) => {
        const bytes = Buffer.from(content)
        const text = await encodeBase64(cut(bytes, sizes))
        expect(text).toBe(bytes.toString('base64'))
        if (bytes.length > 0) expect(await decoded(text)).toEqual(bytes)
        expect(base64Bytes(text)).toBe(bytes.length)
      }),
    ))

  it('of many megabytes comes back too', async () => {
    const bytes = randomBytes(10_000_001)
    const text = await encodeBase64(cut(bytes, [7_000_000]))
    expect(text === bytes.toString('base64')).toBe(true)
    expect((await decoded(text)).equals(bytes)).toBe(true)
  })

  it.each([
    ['nothing', ''],
    ['padding alone', '===='],
    ['too much padding', 'A==='],
    ['no padding', 'QQ'],
    ['characters after the padding', 'QQ==QUJD'],
    ['padding in the middle', 'QQ=QUJDR'],
    ['white space', 'QUJD\nQUJD QU'],
    ['the alphabet of addresses', 'QU-_'],
    ['other characters', 'QUJ*'],
    ['letters with accents', 'QUJé'],
    ['other scripts', 'QUJ声'],
    ['a zero', 'QUJ\0'],
  ])('is not %s', async (_, text) => {
    await expect(decoded(text)).rejects.toThrow(Base64Error)
  })

  it('is nothing that the platform would write otherwise', () =>
    fc.assert(
      fc.asyncProperty(fc.string({ unit: fc.constantFrom(...'AQgw=-_/+ é声\0'), maxLength: 12 }), async text => {
        const bytes = await decoded(text).catch(() => undefined)
        // Bits that no byte uses may be set; no other freedom is left.
        if (bytes) expect(bytes.toString('base64').slice(0, -3)).toBe(text.slice(0, -3))
        if (text !== '' && Buffer.from(text, 'base64').toString('base64') === text) expect(bytes).toBeDefined()
      }),
    ))

  it.each([
    ['at the border of two pieces', 4 * 1024 * 1024 - 1, '='],
    ['at the very end', 8 * 1024 * 1024 - 3, '*'],
  ])('of many megabytes is refused for one character %s', async (_, at, character) => {
    const text = Buffer.alloc(6 * 1024 * 1024, 77).toString('base64')
    await expect(decoded(text.slice(0, at) + character + text.slice(at + 1))).rejects.toThrow(Base64Error)
  })
})
