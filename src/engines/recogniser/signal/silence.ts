/** 80 dB below full scale: a microphone that is off. */
const floor = 1e-4

export function isSilent(samples: Float32Array): boolean {
  return samples.every(sample => Math.abs(sample) < floor)
}
