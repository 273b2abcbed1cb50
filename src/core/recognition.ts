/** One stretch of speech, at most 30 seconds, cut at pauses: 16,000 mono samples a second. */
export interface RecognitionRequest {
  readonly model: string
  readonly samples: Float32Array
  /** `en`, `zh`, …; absent, the engine finds it. */
  readonly language?: string
  /** Words that are likely to be heard. */
  readonly hotwords: readonly string[]
  /** What was said before, or what it is about. */
  readonly prompt?: string
  /** What an earlier hearing of this stretch said, or of its beginning: to follow it is cheaper than to write it anew. */
  readonly draft?: string
  /** `live` answers within a fraction of a second, again and again over a growing stretch; `best` takes its time. */
  readonly effort: 'live' | 'usual' | 'best'
}

/** Times are in seconds from the beginning of the stretch. */
export interface RecognisedWord {
  /** With what stands around it: joined without anything between, the words are the text. */
  readonly word: string
  readonly start: number
  readonly end: number
}

/** As a person would write it, with capitals and punctuation; numbers still in words where the engine leaves them so. */
export interface Recognised {
  readonly text: string
  readonly language: string
  /** Empty when nothing was said. */
  readonly words: readonly RecognisedWord[]
}

/** Seconds: from `good` on the next pause ends a stretch, and at `longest` it is cut. */
export interface StretchLength {
  readonly good: number
  readonly longest: number
}

export interface RecognitionEngine {
  /** How it likes recordings to be cut, where it costs less than the longest stretches. */
  readonly stretch?: StretchLength
  recognise(request: RecognitionRequest, signal: AbortSignal): Promise<Recognised>
}
