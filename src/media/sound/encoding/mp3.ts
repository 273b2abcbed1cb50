import { AV_SAMPLE_FMT_FLTP } from 'node-av/constants'
import { bytesOf, type Encoder } from './encoder.ts'
import { PacketEncoder } from './packets.ts'

/** Samples that come out before the first that went in: 576 are the encoder's, 529 the decoder's. */
const delay = 1105

/** Bits a second that leave speech as it is. */
const bitRates: Readonly<Record<number, number>> = { 8000: 32_000, 16000: 48_000, 22050: 64_000, 24000: 64_000 }

/**
 * At a constant rate of bits, so that its size tells how long it lasts: the tag that other files begin with would need to
 * know that before. Every frame stands alone, so that those which hold nothing but delay can be left out.
 */
export function createMp3Encoder(rate: number): Encoder {
  const packets = new PacketEncoder({
    codec: 'libmp3lame',
    format: AV_SAMPLE_FMT_FLTP,
    rate,
    bitRate: bitRates[rate] ?? 96_000,
    settings: { reservoir: 0 },
    bytes: bytesOf,
  })
  const leading = Math.floor(delay / packets.frameSize)
  let pushed = 0
  let made = 0

  /** Without what is before the first and behind the last frame with sound. */
  function cut(frames: Buffer[], last: number): Buffer[] {
    const first = made
    made += frames.length
    return frames.slice(Math.max(0, leading - first), Math.max(0, last - first))
  }

  return {
    rate,
    push(samples) {
      pushed += samples.length
      return cut(packets.push(samples), Number.POSITIVE_INFINITY)
    },
    end: () => cut(packets.end(), Math.ceil((pushed + delay) / packets.frameSize)),
    close: () => packets.close(),
  }
}
