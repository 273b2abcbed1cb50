import type { Effect } from '../../../media/sound/effects/effect.ts'
import { createResampler } from '../../../media/sound/effects/resample.ts'
import type { Delivery } from '../voice-family.ts'

/** Moves all resonances up: 1.05 is a mouth that is 5 % smaller. Pitch and pace go with them, which `forSize` undoes. */
export function createSize(size: number): Effect {
  return createResampler(Math.round(100 * size), 100)
}

/** How it must be said so that it has the right pitch and pace once its size is changed. */
export function forSize(delivery: Delivery, size: number): Delivery {
  return { ...delivery, speed: delivery.speed / size, pitch: delivery.pitch - 12 * Math.log2(size) }
}
