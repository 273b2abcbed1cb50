export type SampleKind = 'u8' | 's16' | 's24' | 's32' | 'f32'

/** How sound arrives that is not a file. */
export type LiveFormat =
  | { readonly type: 'pcm'; readonly rate: number; readonly kind: SampleKind; readonly channels: number }
  | { readonly type: 'ogg' }

export const bytesOfSample: Record<SampleKind, number> = { u8: 1, s16: 2, s24: 3, s32: 4, f32: 4 }
