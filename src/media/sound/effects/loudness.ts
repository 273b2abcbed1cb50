import { createBiquad, highPass, highShelf } from './biquad.ts'
import { chain } from './effect.ts'

const blockSeconds = 0.4
const silence = -70

/** How loud sound is to the ear, in LUFS, by the method of ITU-R BS.1770: quiet stretches do not count. */
export function measureLoudness(samples: Float32Array, rate: number): number {
  const weighted = chain([
    createBiquad(highShelf(rate, Math.min(1682, rate / 4), 4)),
    createBiquad(highPass(rate, 38, 0.5)),
  ]).push(samples)
  const blocks = powersOf(weighted, Math.round(rate * blockSeconds))
  const audible = blocks.filter(power => decibels(power) > silence)
  const relative = decibels(mean(audible)) - 10
  const loud = audible.filter(power => decibels(power) > relative)
  return loud.length === 0 ? Number.NEGATIVE_INFINITY : decibels(mean(loud))
}

/** The mean power of blocks that overlap by three quarters; sound that is shorter than one is one. */
function powersOf(samples: Float32Array, length: number): number[] {
  const powers: number[] = []
  const last = Math.max(0, samples.length - length)
  for (let at = 0; at <= last; at += length / 4) {
    const block = samples.subarray(Math.round(at), Math.round(at) + length)
    powers.push(block.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, block.length))
  }
  return powers
}

const decibels = (power: number) => -0.691 + 10 * Math.log10(power)
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
