import type { Delivery } from '../voice-family.ts'
import type { Score } from './networks.ts'

/** Below this, the network means that there is no tone. */
const lowest = 40
const valuesPerSecond = 80
const trembleHertz = 5.5
const trembleDepth = 0.06

export interface Melody {
  /** Hertz: the voice is as often above it as below. */
  readonly median: number
  /** How far it moves: the standard deviation, in semitones. */
  readonly spread: number
}

export type Singing = Pick<Delivery, 'pitch' | 'swing' | 'tremble' | 'isWhispered'>

/** Changes the melody of a score. */
export function sing(score: Score, singing: Singing): Score {
  const { pitch, swing, tremble, isWhispered } = singing
  if (isWhispered) return { ...score, pitch: new Float32Array(score.pitch.length) }
  const own = melodyOf(score.pitch)
  if (own === undefined || (pitch === 0 && swing === 1 && tremble === 0)) return score
  const target = own.median * 2 ** (pitch / 12)
  const change = (hertz: number, i: number): number => {
    if (hertz < lowest) return hertz
    return clamp(target * (hertz / own.median) ** swing * (1 + trembleDepth * shake(i, tremble)), lowest, 700)
  }
  return {
    ...score,
    pitch: score.pitch.map(change),
    energy: tremble === 0 ? score.energy : score.energy.map((value, i) => value + shake(i, tremble)),
  }
}

function shake(place: number, tremble: number): number {
  return tremble * Math.sin((2 * Math.PI * trembleHertz * place) / valuesPerSecond)
}

/** Undefined where nothing has a tone. */
export function melodyOf(pitch: ArrayLike<number>): Melody | undefined {
  const voiced = Array.from(pitch)
    .filter(hertz => hertz > lowest)
    .sort((a, b) => a - b)
  const median = voiced[Math.floor(voiced.length / 2)]
  if (median === undefined) return undefined
  const steps = voiced.map(hertz => 12 * Math.log2(hertz / median))
  const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length
  return { median, spread: Math.sqrt(steps.reduce((sum, step) => sum + (step - mean) ** 2, 0) / steps.length) }
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
