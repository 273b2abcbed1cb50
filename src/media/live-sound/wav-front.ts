import { SoundError } from '../sound/sound-error.ts'
import type { SampleKind } from './live-format.ts'

export interface WavFront {
  readonly rate: number
  readonly channels: number
  readonly kind: SampleKind
  /** Where the samples begin. */
  readonly dataAt: number
  /** How many bytes of them the header promises; infinite where it was written before anybody knew. */
  readonly dataBytes: number
}

/** More than this before the samples is no header. */
const longestFront = 64 * 1024

export function beginsAsWav(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && Buffer.from(bytes.buffer, bytes.byteOffset, 4).toString('latin1') === 'RIFF'
}

/** What stands before the samples of a WAV; undefined while there is not enough of it. */
export function readWavFront(bytes: Buffer): WavFront | undefined {
  if (bytes.length >= 12 && bytes.toString('latin1', 8, 12) !== 'WAVE') {
    throw new SoundError('The sound begins with "RIFF" but is no WAV.')
  }
  let shape: Omit<WavFront, 'dataAt' | 'dataBytes'> | undefined
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    const body = at + 8
    if (name === 'data') {
      if (!shape) throw new SoundError('The WAV header does not say how its samples are written.')
      return { ...shape, dataAt: body, dataBytes: size === 0 || size >= 0xffff_0000 ? Number.POSITIVE_INFINITY : size }
    }
    if (name === 'fmt ' && body + 16 <= bytes.length) shape = readShape(bytes, body, size)
    at = body + size + (size % 2)
    if (at > longestFront) throw new SoundError('The WAV header is longer than 64 KB.')
  }
  return undefined
}

const extensible = 0xfffe

function readShape(bytes: Buffer, at: number, size: number): Omit<WavFront, 'dataAt' | 'dataBytes'> {
  const tag = bytes.readUInt16LE(at)
  const code = tag === extensible && size >= 26 && at + 26 <= bytes.length ? bytes.readUInt16LE(at + 24) : tag
  const channels = bytes.readUInt16LE(at + 2)
  const rate = bytes.readUInt32LE(at + 4)
  const bits = bytes.readUInt16LE(at + 14)
  const kind = code === 1 ? integers[bits] : code === 3 && bits === 32 ? 'f32' : undefined
  if (kind === undefined) {
    throw new SoundError(
      `The WAV holds samples of kind ${code} with ${bits} bits; accepted: PCM of 8, 16, 24 or 32 bits.`,
    )
  }
  if (channels < 1 || channels > 8) throw new SoundError(`The WAV has ${channels} channels; accepted: 1 to 8.`)
  if (rate < 4000 || rate > 192_000) {
    throw new SoundError(`The WAV has ${rate} samples a second; accepted: 4000 to 192000.`)
  }
  return { rate, channels, kind }
}

const integers: Readonly<Record<number, SampleKind>> = { 8: 'u8', 16: 's16', 24: 's24', 32: 's32' }
