/** The power of each frequency from 0 to half the rate, as a transform of `size` points gives it. */
export function createPowers(size: number): (shaped: Float64Array) => Float64Array {
  const cosines = Float64Array.from({ length: size }, (_, n) => Math.cos((2 * Math.PI * n) / size))
  const sines = Float64Array.from({ length: size }, (_, n) => Math.sin((2 * Math.PI * n) / size))
  return shaped => {
    const power = new Float64Array(size / 2 + 1)
    for (let bin = 0; bin < power.length; bin++) {
      let [real, imaginary] = [0, 0]
      for (let n = 0, angle = 0; n < shaped.length; n++) {
        const value = shaped[n] ?? 0
        real += value * (cosines[angle] ?? 0)
        imaginary += value * (sines[angle] ?? 0)
        angle += bin
        if (angle >= size) angle -= size
      }
      power[bin] = real * real + imaginary * imaginary
    }
    return power
  }
}

/** Triangles between neighbours of the points, in whatever unit the points and the bins are in. */
export function triangles(points: readonly number[], bins: readonly number[]): Float64Array[] {
  return points.slice(1, -1).map((middle, band) => {
    const [low = 0, high = 0] = [points[band], points[band + 2]]
    return Float64Array.from(bins, place =>
      Math.max(0, Math.min((place - low) / (middle - low), (high - place) / (high - middle))),
    )
  })
}

export function weighed(filter: Float64Array, power: Float64Array): number {
  let sum = 0
  for (let bin = 0; bin < filter.length; bin++) sum += (filter[bin] ?? 0) * (power[bin] ?? 0)
  return sum
}
