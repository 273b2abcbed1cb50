/** Turns `size` complex numbers into their spectrum, in place; `size` must be a product of small primes. */
export function createFourier(size: number): (real: Float64Array, imaginary: Float64Array) => void {
  const stages = factors(size)
  const cosines = Float64Array.from({ length: size }, (_, i) => Math.cos((2 * Math.PI * i) / size))
  const sines = Float64Array.from({ length: size }, (_, i) => -Math.sin((2 * Math.PI * i) / size))
  const otherReal: Float64Array = new Float64Array(size)
  const otherImaginary: Float64Array = new Float64Array(size)

  return (real, imaginary) => {
    let [fromReal, fromImaginary, toReal, toImaginary] = [real, imaginary, otherReal, otherImaginary]
    let length = size
    let stride = 1
    // Stockham's order of the steps needs no reversal of bits, for any mix of factors.
    for (const radix of stages) {
      const part = length / radix
      const unit = size / radix
      for (let p = 0; p < part; p++) {
        for (let k = 0; k < radix; k++) {
          const turn = (p * k * stride) % size
          const turnReal = cosines[turn] ?? 0
          const turnImaginary = sines[turn] ?? 0
          for (let q = 0; q < stride; q++) {
            let sumReal = 0
            let sumImaginary = 0
            for (let i = 0; i < radix; i++) {
              const at = q + stride * (p + part * i)
              const angle = (i * k * unit) % size
              const c = cosines[angle] ?? 0
              const s = sines[angle] ?? 0
              const x = fromReal[at] ?? 0
              const y = fromImaginary[at] ?? 0
              sumReal += x * c - y * s
              sumImaginary += x * s + y * c
            }
            const to = q + stride * (radix * p + k)
            toReal[to] = sumReal * turnReal - sumImaginary * turnImaginary
            toImaginary[to] = sumReal * turnImaginary + sumImaginary * turnReal
          }
        }
      }
      ;[fromReal, fromImaginary, toReal, toImaginary] = [toReal, toImaginary, fromReal, fromImaginary]
      length = part
      stride *= radix
    }
    if (fromReal !== real) {
      real.set(fromReal)
      imaginary.set(fromImaginary)
    }
  }
}

function factors(size: number): number[] {
  const found: number[] = []
  let rest = size
  for (let factor = 2; rest > 1; ) {
    if (rest % factor === 0) {
      found.push(factor)
      rest /= factor
    } else factor += 1
  }
  return found
}
