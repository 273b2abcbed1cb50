import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { Random } from '../../support/seed.ts'

export interface SampleFile {
  readonly purpose: 'file-extract' | 'storage'
  readonly filename: string
  readonly bytes: Buffer
  readonly sha256: string
}

const largest = 3 * 1024 * 1024

/** Text, a picture or sound, of one byte up to 3 MB; small ones are as likely as large ones. */
export function sampleFile(random: Random): SampleFile {
  const size = 1 + random(2 ** random(23))
  const make = [text, text, sound, picture][random(4)] ?? text
  const { bytes, ...rest } = make(Math.min(size, largest), random)
  return { ...rest, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

type Made = Omit<SampleFile, 'sha256'>

function text(size: number, random: Random): Made {
  const line = Array.from({ length: 12 }, () => random(2 ** 32).toString(36)).join(' ')
  const bytes = Buffer.alloc(size, `${line}\n`)
  // A document that ends in blanks may lose them on the way to plain text.
  bytes.write('x', size - 1)
  return { purpose: 'file-extract', filename: 'notes.txt', bytes }
}

function sound(size: number, random: Random): Made {
  const samples = noise(size + (size % 2), random)
  const header = Buffer.alloc(44)
  header.write('RIFF')
  header.writeUInt32LE(36 + samples.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(24_000, 24)
  header.writeUInt32LE(48_000, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.length, 40)
  return { purpose: 'storage', filename: 'noise.wav', bytes: Buffer.concat([header, samples]) }
}

function picture(_size: number, random: Random): Made {
  const side = 1 + random(64)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // Eight bits of grey a pixel.
  header[8] = 8
  const rows = Array.from({ length: side }, () => Buffer.concat([Buffer.alloc(1), noise(side, random)]))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const pixels = deflateSync(Buffer.concat(rows))
  const chunks = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return { purpose: 'storage', filename: 'noise.png', bytes: Buffer.concat([signature, ...chunks]) }
}

function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), content])
  const framed = Buffer.alloc(typed.length + 8)
  framed.writeUInt32BE(content.length)
  typed.copy(framed, 4)
  framed.writeUInt32BE(crc32(typed), typed.length + 4)
  return framed
}

function noise(size: number, random: Random): Buffer {
  return Buffer.alloc(size, Buffer.from(Array.from({ length: 997 }, () => random(256))))
}
