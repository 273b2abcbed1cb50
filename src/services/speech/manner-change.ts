import type { Manner } from '../../core/speech.ts'

/** What a word or a label changes of how something is said. What is absent stays. */
export type MannerChange = Partial<Omit<Manner, 'instruction'>>

const factors = ['pace', 'swing', 'pauses'] as const
const amounts = ['pitch', 'gain', 'whisper', 'tremble', 'stutter', 'brightness'] as const

/** How far a manner may go before it is no speech any more. */
const bounds: Readonly<Record<(typeof factors)[number] | (typeof amounts)[number], readonly [number, number]>> = {
  pace: [0.5, 2],
  swing: [0, 2.5],
  pauses: [0.3, 3],
  pitch: [-9, 9],
  gain: [-15, 12],
  whisper: [0, 1],
  tremble: [0, 1],
  stutter: [0, 1],
  brightness: [-9, 9],
}

/** One change after the other: factors multiply, amounts add up, within what a voice can do. */
export function changeManner(manner: Manner, { language, ...change }: MannerChange): Manner {
  const changed = { ...manner, ...(language !== undefined && { language }) }
  for (const name of factors) changed[name] = within(name, manner[name] * (change[name] ?? 1))
  for (const name of amounts) changed[name] = within(name, manner[name] + (change[name] ?? 0))
  return changed
}

/** The same change, weaker or stronger. */
export function scaleChange(change: MannerChange, strength: number): MannerChange {
  const scaled: { -readonly [K in keyof MannerChange]: MannerChange[K] } = { ...change }
  for (const name of factors) if (change[name] !== undefined) scaled[name] = change[name] ** strength
  for (const name of amounts) if (change[name] !== undefined) scaled[name] = change[name] * strength
  return scaled
}

function within(name: keyof typeof bounds, value: number): number {
  const [least, most] = bounds[name]
  return Math.min(most, Math.max(least, value))
}
