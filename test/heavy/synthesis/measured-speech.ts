import type { Sound } from '../../../src/core/sound.ts'
import { recordedPitch } from '../../../src/engines/synthesis/clone/recorded-melody.ts'
import { melodyOf } from '../../../src/engines/synthesis/kokoro/melody.ts'

export interface Measured {
  readonly seconds: number
  /** Hertz. */
  readonly pitch: number
  /** Semitones. */
  readonly swing: number
  /** Decibels. */
  readonly loudness: number
}

function soundOf(bytes: Uint8Array<ArrayBuffer>): Sound {
  const values = new Int16Array(bytes.buffer, 0, Math.floor(bytes.length / 2))
  return { samples: Float32Array.from(values, value => value / 32_768), rate: 24_000 }
}

/** Of bare samples of 16 bits, 24,000 a second. */
export function measured(bytes: Uint8Array<ArrayBuffer>): Measured {
  const sound = soundOf(bytes)
  const { median = 0, spread = 0 } = melodyOf(recordedPitch(sound)) ?? {}
  const power = sound.samples.reduce((sum, sample) => sum + sample * sample, 0) / sound.samples.length
  return {
    seconds: sound.samples.length / sound.rate,
    pitch: median,
    swing: spread,
    loudness: 10 * Math.log10(power),
  }
}
