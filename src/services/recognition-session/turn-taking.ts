import { detectorFrame } from '../../core/detector.ts'
import type { TurnDetection } from './session-messages.ts'

const frameMs = detectorFrame / 16
/** Speech must last for so many frames of the last few, so that a click opens nothing. */
const startFrames = 3
const startAmong = 4
/** How far below the threshold speech must fall to be over: voices waver. */
const hysteresis = 0.15

export type Turn = { readonly type: 'started' | 'stopped'; readonly frame: number }

/** Where speech begins and ends, told frame by frame. */
export class TurnTaking {
  readonly #start: number
  readonly #stop: number
  readonly #silence: number
  readonly #recent: boolean[] = []
  #isSpeaking = false
  #quiet = 0

  constructor({ threshold, silenceMs }: TurnDetection) {
    this.#start = Math.max(0.01, threshold)
    this.#stop = Math.max(0.005, threshold - hysteresis)
    this.#silence = Math.max(1, Math.ceil(silenceMs / frameMs))
  }

  hear(probability: number, frame: number): Turn | undefined {
    if (this.#isSpeaking) {
      this.#quiet = probability < this.#stop ? this.#quiet + 1 : 0
      if (this.#quiet < this.#silence) return undefined
      this.reset()
      return { type: 'stopped', frame: frame - this.#silence + 1 }
    }
    this.#recent.push(probability >= this.#start)
    if (this.#recent.length > startAmong) this.#recent.shift()
    if (this.#recent.filter(Boolean).length < startFrames) return undefined
    const first = frame - this.#recent.length + 1 + this.#recent.indexOf(true)
    this.reset()
    this.#isSpeaking = true
    return { type: 'started', frame: first }
  }

  reset(): void {
    this.#isSpeaking = false
    this.#quiet = 0
    this.#recent.length = 0
  }
}
