/** The filter that makes white noise sound like these samples; its first coefficient is 1. (Levinson and Durbin's way.) */
export function predict(samples: Float32Array, order: number): Float64Array {
  const likeness = Float64Array.from({ length: order + 1 }, (_, lag) => likenessAt(samples, lag))
  const coefficients = new Float64Array(order + 1)
  coefficients[0] = 1
  // A little noise keeps silence and pure tones from making the filter ring.
  let error = (likeness[0] ?? 0) * 1.0001 + 1e-9
  for (let step = 1; step <= order; step++) {
    let sum = likeness[step] ?? 0
    for (let k = 1; k < step; k++) sum += (coefficients[k] ?? 0) * (likeness[step - k] ?? 0)
    const reflection = -sum / error
    const before = coefficients.slice()
    for (let k = 1; k < step; k++) coefficients[k] = (before[k] ?? 0) + reflection * (before[step - k] ?? 0)
    coefficients[step] = reflection
    error *= 1 - reflection * reflection
  }
  return coefficients
}

function likenessAt(samples: Float32Array, lag: number): number {
  let sum = 0
  for (let n = lag; n < samples.length; n++) sum += (samples[n] ?? 0) * (samples[n - lag] ?? 0)
  return sum
}
