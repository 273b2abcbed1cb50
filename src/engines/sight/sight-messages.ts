import type { Sighting } from '../../core/sight.ts'
import type { Pixels } from '../../media/pictures/decode-pixels.ts'

/** The folders of its weights, and how many threads a network may use. */
export interface SightSettings {
  readonly text: string
  readonly objects: string
  readonly threads: number
}

export interface SightQuestion {
  readonly pixels: Pixels
  readonly detail: 'low' | 'high'
  /** Anything but 0 once nobody waits any more: the thread is busy, and would read no message. */
  readonly left: Int32Array<SharedArrayBuffer>
}

/** All but the size, which is known before. */
export type Seen = Omit<Sighting, 'width' | 'height'>
