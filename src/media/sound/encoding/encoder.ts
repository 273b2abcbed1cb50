/** Mono samples in, the bytes of a file out, as they are made. The same bytes whatever pieces the samples come in. */
export interface Encoder {
  /** The rate that it takes; not every format carries every rate. */
  readonly rate: number
  push(samples: Float32Array): Uint8Array[]
  end(): Uint8Array[]
  close(): void
}

export const soundFormats = ['wav', 'mp3', 'flac', 'opus', 'pcm'] as const
export type SoundFormat = (typeof soundFormats)[number]

/** 16 bits a sample, the lower byte first. */
export function toPcm16(samples: Float32Array): Int16Array {
  const whole = new Int16Array(samples.length)
  for (let n = 0; n < samples.length; n++) {
    whole[n] = Math.max(-32768, Math.min(32767, Math.round((samples[n] ?? 0) * 32767)))
  }
  return whole
}

export function bytesOf(numbers: Int16Array | Float32Array): Buffer {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength)
}
