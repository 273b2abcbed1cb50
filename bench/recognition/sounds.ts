const rate = 16_000

/** Steady noise so loud that the speech is `decibels` above it; the same each time. */
export function withNoise(samples: Float32Array, decibels: number): Float32Array {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  const loudness = Math.sqrt((3 * power) / 10 ** (decibels / 10))
  let state = 1
  return samples.map(sample => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return sample + (loudness * state) / 0x80000000
  })
}

/** The recording played faster or slower, and higher or lower with it. */
export function atSpeed(samples: Float32Array, speed: number): Float32Array {
  return Float32Array.from({ length: Math.floor(samples.length / speed) }, (_, i) => {
    const place = i * speed
    const left = Math.floor(place)
    const [a = 0, b = a] = [samples[left], samples[left + 1]]
    return a + (b - a) * (place - left)
  })
}

export function beginning(samples: Float32Array, seconds: number): Float32Array {
  return samples.subarray(0, seconds * rate)
}
