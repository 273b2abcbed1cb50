import type { Sound } from '../../../core/sound.ts'

const [lowest, highest] = [65, 420]
const clarity = 0.7

/** The tone of a voice in a recording: hertz for each 10 ms in which it has one. */
export function recordedPitch({ samples, rate }: Sound): number[] {
  const [hop, window] = [Math.round(rate / 100), Math.round(rate * 0.04)]
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  const tones: number[] = []
  for (let start = 0; start + 2 * window < samples.length; start += hop) {
    const hertz = toneAt(samples.subarray(start, start + 2 * window), window, rate, loudest)
    if (hertz !== undefined) tones.push(hertz)
  }
  return tones
}

function toneAt(samples: Float32Array, window: number, rate: number, loudest: number): number | undefined {
  const energyAt = (lag: number) => {
    let sum = 0
    for (let i = 0; i < window; i += 2) sum += (samples[i + lag] ?? 0) ** 2
    return sum
  }
  const energy = energyAt(0)
  if (Math.sqrt((2 * energy) / window) < loudest * 0.05) return undefined
  let [best, most] = [0, clarity]
  for (let lag = Math.floor(rate / highest); lag <= Math.min(window, rate / lowest); lag++) {
    let product = 0
    for (let i = 0; i < window; i += 2) product += (samples[i] ?? 0) * (samples[i + lag] ?? 0)
    const likeness = product / Math.sqrt(energy * energyAt(lag) + 1e-12)
    // The double of the period fits as well as the period: a later one must be clearly better.
    if (likeness > most + (best > 0 ? 0.03 : 0)) [best, most] = [lag, likeness]
  }
  return best > 0 ? rate / best : undefined
}
