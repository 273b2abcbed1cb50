import { bytesOfSample, type SampleKind } from './live-format.ts'

/** Bytes of interleaved little-endian samples, in pieces cut anywhere, to mono. */
export class PcmReader {
  readonly #kind: SampleKind
  readonly #channels: number
  /** The part of a sample that has come. */
  #carried: Buffer = Buffer.alloc(0)

  constructor(kind: SampleKind, channels: number) {
    this.#kind = kind
    this.#channels = channels
  }

  push(bytes: Uint8Array): Float32Array {
    const all = this.#carried.length === 0 ? asBuffer(bytes) : Buffer.concat([this.#carried, bytes])
    const width = bytesOfSample[this.#kind]
    const count = Math.floor(all.length / (width * this.#channels))
    const mono = new Float32Array(count)
    const read = readers[this.#kind]
    for (let at = 0, index = 0; index < count; index++) {
      let sum = 0
      for (let channel = 0; channel < this.#channels; channel++, at += width) sum += read(all, at)
      mono[index] = sum / this.#channels
    }
    // A copy: the rest must not keep the whole message in memory.
    this.#carried = Buffer.from(all.subarray(count * width * this.#channels))
    return mono
  }
}

const readers: Record<SampleKind, (bytes: Buffer, at: number) => number> = {
  u8: (bytes, at) => (bytes.readUInt8(at) - 128) / 128,
  s16: (bytes, at) => bytes.readInt16LE(at) / 32_768,
  s24: (bytes, at) => bytes.readIntLE(at, 3) / 8_388_608,
  s32: (bytes, at) => bytes.readInt32LE(at) / 2_147_483_648,
  f32: (bytes, at) => sane(bytes.readFloatLE(at)),
}

/** Floating point can hold what no loudspeaker can; one such sample would spoil everything after it. */
function sane(value: number): number {
  return value >= -1 && value <= 1 ? value : value > 1 ? 1 : value < -1 ? -1 : 0
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
