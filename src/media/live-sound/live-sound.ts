import { SoundError } from '../sound/sound-error.ts'
import type { LiveFormat } from './live-format.ts'
import { OggPackets } from './ogg-packets.ts'
import type { OpusDecoder } from './opus-decoder.ts'
import { PcmReader } from './pcm-reader.ts'
import { Resampler } from './resampler.ts'
import { beginsAsWav, readWavFront } from './wav-front.ts'

/** Sound that arrives in pieces, as mono samples at 16,000 a second. A SoundError tells what is wrong with a piece. */
export interface LiveSound {
  push(bytes: Uint8Array): Promise<Float32Array>
  close(): void
}

const heardRate = 16_000
const nothing = new Float32Array(0)

export function openLiveSound(format: LiveFormat, opus: OpusDecoder): LiveSound {
  return format.type === 'pcm' ? new LivePcm(format) : new LiveOgg(opus)
}

type PcmFormat = Extract<LiveFormat, { type: 'pcm' }>

/** Bare samples; a piece may also begin with a WAV header, which then says how the samples are written. */
class LivePcm implements LiveSound {
  #reader: PcmReader
  #resampler: Resampler
  /** The beginning of a header whose end has not come. */
  #front: Buffer | undefined
  /** What a header has promised and has not come. */
  #left = Number.POSITIVE_INFINITY

  constructor({ kind, channels, rate }: PcmFormat) {
    this.#reader = new PcmReader(kind, channels)
    this.#resampler = new Resampler(rate, heardRate)
  }

  async push(bytes: Uint8Array): Promise<Float32Array> {
    if (!this.#front && !beginsAsWav(bytes)) return this.#read(bytes)
    const all: Buffer = this.#front ? Buffer.concat([this.#front, bytes]) : Buffer.from(bytes)
    this.#front = undefined
    const front = readWavFront(all)
    if (!front) {
      this.#front = all
      return nothing
    }
    this.#reader = new PcmReader(front.kind, front.channels)
    this.#resampler = new Resampler(front.rate, heardRate)
    this.#left = front.dataBytes
    return this.#read(all.subarray(front.dataAt))
  }

  close(): void {}

  #read(bytes: Uint8Array): Float32Array {
    // What follows the promised samples in the same piece are other chunks of the file; in a later one, more sound.
    const samples = bytes.length > this.#left ? bytes.subarray(0, this.#left) : bytes
    this.#left = samples.length === this.#left ? Number.POSITIVE_INFINITY : this.#left - samples.length
    return this.#resampler.push(this.#reader.push(samples))
  }
}

class LiveOgg implements LiveSound {
  readonly #packets = new OggPackets()
  readonly #decoding: ReturnType<OpusDecoder['open']>
  #hasHead = false

  constructor(opus: OpusDecoder) {
    this.#decoding = opus.open()
  }

  async push(bytes: Uint8Array): Promise<Float32Array> {
    let head: Buffer | undefined
    const sound: Buffer[] = []
    for (const packet of this.#packets.push(bytes)) {
      const name = packet.toString('latin1', 0, 8)
      if (name === 'OpusHead') {
        head = packet
        sound.length = 0
        this.#hasHead = true
      } else if (!this.#hasHead) {
        throw new SoundError('The Ogg stream holds no Opus; accepted: Opus.')
      } else if (name !== 'OpusTags') {
        sound.push(packet)
      }
    }
    return head || sound.length > 0 ? this.#decoding.decode(sound, head) : nothing
  }

  close(): void {
    this.#decoding.close()
  }
}
