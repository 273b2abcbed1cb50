import { setImmediate as turn } from 'node:timers/promises'

/** The text is not base64; the message may be shown to whoever sent it. */
export class Base64Error extends Error {
  override readonly name = 'Base64Error'
}

/** Whole groups of 4 characters and of 3 bytes; one piece takes the event loop a few milliseconds. */
const pieceChars = 4 * 1024 * 1024
const pieceBytes = 3 * 1024 * 1024

/** How many bytes the text stands for, if it is base64 at all. */
export function base64Bytes(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return Math.floor(text.length / 4) * 3 - padding
}

/** Strict, unlike the platform's decoder, which skips what it does not know: then there are fewer bytes than there should be. */
export async function* decodeBase64(text: string): AsyncGenerator<Buffer> {
  if (text.length === 0) throw new Base64Error('The base64 is empty.')
  if (text.length % 4 !== 0) {
    throw new Base64Error(`The base64 has ${text.length} characters; accepted: a multiple of 4, padded with "=".`)
  }
  for (let at = 0; at < text.length; at += pieceChars) {
    if (at > 0) await turn()
    const piece = text.slice(at, at + pieceChars)
    const bytes = Buffer.from(piece, 'base64')
    const padded = at + pieceChars < text.length && piece.endsWith('=')
    if (padded || bytes.length !== base64Bytes(piece) || piece.includes('-') || piece.includes('_')) {
      throw new Base64Error('The base64 holds something else than A–Z, a–z, 0–9, "+", "/" and "=" at its end.')
    }
    yield bytes
  }
}

export async function encodeBase64(content: AsyncIterable<Buffer>): Promise<string> {
  let text = ''
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of content) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const whole = bytes.length - (bytes.length % 3)
    for (let at = 0; at < whole; at += pieceBytes) {
      if (at > 0) await turn()
      text += bytes.toString('base64', at, Math.min(at + pieceBytes, whole))
    }
    rest = bytes.subarray(whole)
  }
  return text + rest.toString('base64')
}
