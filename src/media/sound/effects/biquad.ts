import { type Effect, sampleBySample } from './effect.ts'

/** The numbers of a filter of second order, with the first of its feedback as 1. */
export interface BiquadNumbers {
  readonly forward: readonly [number, number, number]
  readonly back: readonly [number, number]
}

export function createBiquad({ forward: [b0, b1, b2], back: [a1, a2] }: BiquadNumbers): Effect {
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  return sampleBySample(sample => {
    const output = b0 * sample + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
    ;[x2, x1, y2, y1] = [x1, sample, y1, output]
    return output
  })
}

/** Turns everything above a frequency up or down. */
export function highShelf(rate: number, frequency: number, decibels: number, slope = Math.SQRT1_2): BiquadNumbers {
  const amplitude = 10 ** (decibels / 40)
  const angle = (2 * Math.PI * frequency) / rate
  const [cosine, width] = [Math.cos(angle), Math.sin(angle) / (2 * slope)]
  const root = 2 * Math.sqrt(amplitude) * width
  const scale = amplitude + 1 - (amplitude - 1) * cosine + root
  return {
    forward: [
      (amplitude * (amplitude + 1 + (amplitude - 1) * cosine + root)) / scale,
      (-2 * amplitude * (amplitude - 1 + (amplitude + 1) * cosine)) / scale,
      (amplitude * (amplitude + 1 + (amplitude - 1) * cosine - root)) / scale,
    ],
    back: [
      (2 * (amplitude - 1 - (amplitude + 1) * cosine)) / scale,
      (amplitude + 1 - (amplitude - 1) * cosine - root) / scale,
    ],
  }
}

/** Takes away what is below a frequency. */
export function highPass(rate: number, frequency: number, quality: number): BiquadNumbers {
  const angle = (2 * Math.PI * frequency) / rate
  const [cosine, width] = [Math.cos(angle), Math.sin(angle) / (2 * quality)]
  const scale = 1 + width
  return {
    forward: [(1 + cosine) / 2 / scale, -(1 + cosine) / scale, (1 + cosine) / 2 / scale],
    back: [(-2 * cosine) / scale, (1 - width) / scale],
  }
}
