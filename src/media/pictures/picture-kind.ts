import { fileTypeFromBuffer } from 'file-type'

export type PictureKind = 'jpeg' | 'png' | 'webp' | 'gif'

/** By its first bytes, so that the decoding library is given nothing but these four, whatever else it could read. */
export function pictureKind(bytes: Buffer): PictureKind | undefined {
  if (startsWith(bytes, '\xff\xd8\xff')) return 'jpeg'
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png'
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'gif'
  if (startsWith(bytes, 'RIFF') && startsWith(bytes.subarray(8), 'WEBP')) return 'webp'
  return undefined
}

/** What was sent instead of a picture, in a word or two. */
export async function otherKind(bytes: Buffer): Promise<string> {
  const head = bytes.subarray(0, 4096)
  if (/<svg[\s>]/i.test(head.toString('latin1'))) return 'svg'
  return (await fileTypeFromBuffer(head))?.ext ?? 'of no known kind'
}

/** The decoding library shows the first frame of an animated png and does not say that there are more. */
export function isAnimatedPng(bytes: Buffer): boolean {
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const chunk = bytes.toString('latin1', at + 4, at + 8)
    if (chunk === 'acTL') return true
    if (chunk === 'IDAT') return false
  }
  return false
}

function startsWith(bytes: Buffer, magic: string): boolean {
  return bytes.toString('latin1', 0, magic.length) === magic
}
