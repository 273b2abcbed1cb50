/** Turns sound into sound, piece by piece. What it holds back to look ahead comes with `end`. */
export interface Effect {
  push(samples: Float32Array): Float32Array
  end(): Float32Array
}

export const nothing: Float32Array = new Float32Array(0)

/** One after the other. */
export function chain(effects: readonly Effect[]): Effect {
  return {
    push: samples => effects.reduce((sound, effect) => effect.push(sound), samples),
    end: () => effects.reduce((sound, effect) => joined([effect.push(sound), effect.end()]), nothing),
  }
}

/** For what has no memory but its own few numbers: each sample gives one. */
export function sampleBySample(change: (sample: number) => number): Effect {
  return { push: samples => samples.map(change), end: () => nothing }
}

export function joined(pieces: readonly Float32Array[]): Float32Array {
  const [only] = pieces
  if (pieces.length === 1 && only) return only
  const whole = new Float32Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
