import { createBrightness } from './brighten.ts'
import { chain, type Effect, sampleBySample } from './effect.ts'
import { createPitchShift } from './pitch.ts'
import { createTimeStretch } from './stretch.ts'
import { createTremble } from './tremble.ts'
import { createWhisper } from './whisper.ts'

/** A manner of speaking, as far as it can be put on a voice that has already spoken. What is absent changes nothing. */
export interface SoundManner {
  /** Multiplies the pace. */
  readonly pace?: number
  /** Semitones. */
  readonly pitch?: number
  /** Decibels. */
  readonly gain?: number
  readonly whisper?: number
  readonly tremble?: number
  /** Decibels. */
  readonly brightness?: number
}

export function createMannerEffect(manner: SoundManner, rate: number): Effect {
  const { pace = 1, pitch = 0, gain = 0, whisper = 0, tremble = 0, brightness = 0 } = manner
  return chain([
    ...(pace === 1 ? [] : [createTimeStretch(rate, pace)]),
    ...(pitch === 0 ? [] : [createPitchShift(rate, pitch)]),
    ...(whisper === 0 ? [] : [createWhisper(rate, whisper)]),
    ...(tremble === 0 ? [] : [createTremble(rate, tremble)]),
    ...(brightness === 0 ? [] : [createBrightness(rate, brightness)]),
    ...(gain === 0 ? [] : [createGain(10 ** (gain / 20))]),
  ])
}

export function createGain(factor: number): Effect {
  return sampleBySample(sample => sample * factor)
}

export function changesNothing({ pace = 1, pitch = 0, gain = 0, ...rest }: SoundManner): boolean {
  const { whisper = 0, tremble = 0, brightness = 0 } = rest
  return pace === 1 && [pitch, gain, whisper, tremble, brightness].every(value => value === 0)
}
