/** What is said to the thread that decodes Opus: each `decode` is answered once, in order. */
export type OpusOrder =
  | {
      readonly type: 'decode'
      readonly stream: number
      /** Begins the stream anew. */
      readonly head?: Uint8Array
      readonly packets: readonly Uint8Array[]
    }
  | { readonly type: 'close'; readonly stream: number }

export interface OpusReply {
  readonly stream: number
  /** Mono, 16,000 a second. */
  readonly samples?: Float32Array
  readonly failed?: string
}
