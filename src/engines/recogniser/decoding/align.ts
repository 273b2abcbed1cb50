/** The frame at which each token begins, and last the frame at which the last one ends. */
export function alignTokens(looks: readonly Float32Array[], heads: number, heardFrames: number): number[] {
  const tokens = looks.length
  const frames = Math.max(1, Math.min(heardFrames, (looks[0]?.length ?? 0) / heads))
  if (tokens === 0) return [0]
  const weights = new Float32Array(tokens * frames)
  for (let head = 0; head < heads; head++) addHead(weights, looks, head, heads, frames)
  return [...shortestWay(weights, tokens, frames), frames]
}

/** A frame that all tokens look at tells nothing: what counts is how much more one token looks at it than the others. */
function addHead(
  weights: Float32Array,
  looks: readonly Float32Array[],
  head: number,
  heads: number,
  frames: number,
): void {
  const tokens = looks.length
  const width = (looks[0]?.length ?? 0) / heads
  for (let frame = 0; frame < frames; frame++) {
    let sum = 0
    let squares = 0
    for (const look of looks) {
      const value = look[head * width + frame] ?? 0
      sum += value
      squares += value * value
    }
    const mean = sum / tokens
    const deviation = Math.sqrt(Math.max(squares / tokens - mean * mean, 1e-12))
    for (let token = 0; token < tokens; token++) {
      const value = looks[token]?.[head * width + frame] ?? 0
      const place = token * frames + frame
      weights[place] = (weights[place] ?? 0) + (tokens === 1 ? value : (value - mean) / deviation)
    }
  }
}

/** Dynamic time warping: from the first token and frame to the last, over the places with the most weight. */
function shortestWay(weights: Float32Array, tokens: number, frames: number): number[] {
  const cost = new Float32Array(tokens * frames)
  const came = new Uint8Array(tokens * frames)
  for (let token = 0; token < tokens; token++) {
    for (let frame = 0; frame < frames; frame++) {
      const place = token * frames + frame
      const stay = frame > 0 ? (cost[place - 1] ?? 0) : Number.POSITIVE_INFINITY
      const step = token > 0 && frame > 0 ? (cost[place - frames - 1] ?? 0) : Number.POSITIVE_INFINITY
      const jump = token > 0 ? (cost[place - frames] ?? 0) : Number.POSITIVE_INFINITY
      const best = token === 0 && frame === 0 ? 0 : Math.min(stay, step, jump)
      came[place] = best === stay ? 0 : best === step ? 1 : 2
      cost[place] = best - (weights[place] ?? 0)
    }
  }
  const starts = new Array<number>(tokens).fill(0)
  let token = tokens - 1
  let frame = frames - 1
  while (token > 0) {
    const way = came[token * frames + frame]
    if (way === 0) frame -= 1
    else {
      starts[token] = frame
      token -= 1
      if (way === 1) frame -= 1
    }
  }
  return starts
}
