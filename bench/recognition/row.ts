/** What was measured of one recogniser on one set of recordings. */
export interface Row {
  readonly name: string
  readonly set: string
  readonly seconds: number
  /** Share of the words, or of the letters where a language puts no spaces, that are wrong. */
  readonly errors: number
  /** Seconds of processor time for one second of sound. */
  readonly cpu: number
  /** Seconds of the clock for one second of sound, one stretch after the other. */
  readonly wall: number
  /** Middle of the times that a pass over the first two seconds took, in milliseconds: of the processor, of the clock. */
  readonly passCpu: number
  readonly passWall: number
  /** Megabytes of the whole process. */
  readonly memory: number
}
