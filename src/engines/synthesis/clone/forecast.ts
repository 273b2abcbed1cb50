/** Somewhere in the space of voices, and how like the wanted one a voice there came out. */
export interface Heard {
  readonly place: Float64Array
  readonly score: number
  /** How far the score may be off, against how far scores differ at all. */
  readonly doubt: number
}

export interface Forecast {
  at(place: Float64Array): { readonly score: number; readonly doubt: number }
}

/** How far apart two places are that have little to do with each other, and how much of a score goes straight on. */
const [reach, straight] = [4, 0.3 / 20]

/** What is to be expected between and beyond the places that are known: a Gaussian process. */
export function forecastFrom(known: readonly Heard[]): Forecast {
  const mean = known.reduce((sum, { score }) => sum + score, 0) / known.length
  const spread = Math.sqrt(known.reduce((sum, { score }) => sum + (score - mean) ** 2, 0) / known.length) || 1
  const lower = triangle(known)
  const weights = backward(
    lower,
    forward(
      lower,
      known.map(({ score }) => score - mean),
    ),
  )
  return {
    at(place) {
      const shared = known.map(other => kinship(place, other.place))
      const explained = forward(lower, shared)
      return {
        score: shared.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), mean),
        doubt: spread * Math.sqrt(Math.max(0, kinship(place, place) - sumOfSquares(explained))),
      }
    },
  }
}

function kinship(a: Float64Array, b: Float64Array): number {
  let [product, distance] = [0, 0]
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i] ?? 0, b[i] ?? 0]
    product += x * y
    distance += (x - y) ** 2
  }
  return straight * product + Math.exp(-distance / (2 * reach * reach))
}

/** Cholesky's factor of what the known places have to do with each other. */
function triangle(known: readonly Heard[]): Float64Array[] {
  const rows: Float64Array[] = []
  for (const [i, { place, doubt }] of known.entries()) {
    const row = new Float64Array(i + 1)
    for (let j = 0; j <= i; j++) {
      const other = j === i ? row : (rows[j] ?? row)
      let sum = kinship(place, known[j]?.place ?? place) + (j === i ? doubt : 0)
      for (let k = 0; k < j; k++) sum -= (row[k] ?? 0) * (other[k] ?? 0)
      row[j] = j === i ? Math.sqrt(Math.max(sum, 1e-9)) : sum / (other[j] ?? 1)
    }
    rows.push(row)
  }
  return rows
}

function forward(lower: readonly Float64Array[], values: readonly number[]): number[] {
  const solved: number[] = []
  for (const [i, row] of lower.entries()) {
    let sum = values[i] ?? 0
    for (let j = 0; j < i; j++) sum -= (row[j] ?? 0) * (solved[j] ?? 0)
    solved.push(sum / (row[i] ?? 1))
  }
  return solved
}

function backward(lower: readonly Float64Array[], values: readonly number[]): number[] {
  const solved = [...values]
  for (let i = lower.length - 1; i >= 0; i--) {
    const own = (solved[i] ?? 0) / (lower[i]?.[i] ?? 1)
    solved[i] = own
    for (let j = 0; j < i; j++) solved[j] = (solved[j] ?? 0) - own * (lower[i]?.[j] ?? 0)
  }
  return solved
}

function sumOfSquares(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value * value, 0)
}
