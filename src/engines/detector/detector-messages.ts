/** To the worker: frames of one listener, or that it has gone. */
export type DetectorRequest =
  | {
      readonly kind: 'frames'
      readonly id: number
      readonly stream: number
      readonly frames: Float32Array<ArrayBuffer>
    }
  | { readonly kind: 'gone'; readonly stream: number }

/** Back from it: the probabilities in the order of the frames. */
export type DetectorReply =
  | { readonly id: number; readonly probabilities: Float32Array<ArrayBuffer> }
  | { readonly id: number; readonly failed: unknown }
