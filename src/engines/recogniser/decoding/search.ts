import type { CachedDecoder, Memory, Step } from './cached-decoder.ts'
import type { BiasState, HotwordBias } from './hotword-bias.ts'
import { highest, logSum } from './likelihood.ts'
import { isLoop } from './repetition.ts'
import { peakOf, retellingFrom } from './retelling.ts'

export interface SearchOptions {
  /** How many texts are followed at once; 1 takes the likeliest token each time. */
  readonly width: number
  /** Above 0, tokens are drawn by their probability, more evenly the higher it is; for one row only. */
  readonly temperature: number
  readonly mostTokens: number
  /** How much of what the network looks at is sound, and not the silence behind it. */
  readonly heardFrames: number
  /** Tokens from here on are not text. */
  readonly textTokens: number
  readonly endToken: number
  readonly banned: readonly number[]
  readonly bannedFirst: readonly number[]
  readonly bias?: HotwordBias
  stopped(): boolean
  turn(): Promise<void>
  random(): number
}

export interface Written {
  readonly tokens: readonly number[]
  /** For each token, where the network looked in the sound when it chose it. */
  readonly looks: readonly Float32Array[]
  /** The mean logarithm of the tokens' probabilities. */
  readonly confidence: number
  /** It went round in circles and was cut. */
  readonly looped: boolean
}

/** A text that is being written. */
export interface Row {
  readonly tokens: readonly number[]
  readonly looks: readonly Float32Array[]
  readonly peaks: readonly number[]
  readonly likelihood: number
  readonly score: number
  readonly bias: BiasState
}

interface Candidate {
  readonly parent: number
  readonly token: number
  readonly likelihood: number
  readonly score: number
  readonly bias: BiasState
}

/** A hotword's token this unlikely was not said, whatever help it has. */
const hopeless = -9
/** Circles are likely, token by token: that is why networks fall into them. */
const loopCost = 1
const noBias: BiasState = { open: [] }
const nothing: Row = { tokens: [], looks: [], peaks: [], likelihood: 0, score: 0, bias: noBias }

/** What the network said to the tokens before the text, or to a text that is already begun. */
export interface Beginning extends Step {
  readonly written?: Row
}

/** Writes until the network ends the text. */
export async function search(decoder: CachedDecoder, first: Beginning, options: SearchOptions): Promise<Written> {
  const { width, bias } = options
  let rows: Row[] = [first.written ?? nothing]
  let step: Step = first
  const ended: { row: Row; score: number; looped: boolean }[] = []
  const end = (row: Row, change: number, looped: boolean) => {
    ended.push({ row, score: (row.score + change) / (row.tokens.length + 1), looped })
  }

  for (;;) {
    const candidates = rows.flatMap((row, place) => candidatesOf(row, place, step, decoder.shape.vocabulary, options))
    candidates.sort((a, b) => b.score - a.score)
    const looks = new Map<number, Float32Array>()
    const next: { row: Row; parent: number }[] = []
    for (const candidate of candidates.slice(0, width === 1 ? 1 : width * 2)) {
      if (next.length === width) break
      const row = rows[candidate.parent]
      if (row === undefined) continue
      if (candidate.token === options.endToken) {
        end({ ...row, likelihood: candidate.likelihood, score: candidate.score }, bias?.end(row.bias) ?? 0, false)
        continue
      }
      const look = looks.get(candidate.parent) ?? step.attention(candidate.parent)
      looks.set(candidate.parent, look)
      const grown = grow(row, candidate, look, peakOf(look, decoder.shape.alignmentHeads.length, options.heardFrames))
      const told = retellingFrom(grown.tokens, grown.peaks)
      if (told !== undefined) end(cutRow(grown, told), 0, false)
      else if (isLoop(grown.tokens) || grown.tokens.length >= options.mostTokens) end(grown, 0, true)
      else next.push({ row: grown, parent: candidate.parent })
    }
    if (ended.length >= width || next.length === 0 || options.stopped()) break
    const memory: Memory = decoder.pick(
      step.memory,
      next.map(({ parent }) => parent),
    )
    rows = next.map(({ row }) => row)
    await options.turn()
    step = await decoder.next(
      memory,
      rows.map(({ tokens }) => tokens.at(-1) ?? options.endToken),
    )
  }
  decoder.drop(step.memory)
  for (const row of ended.length === 0 ? rows : []) end(row, 0, true)
  const worth = ({ score, looped }: { score: number; looped: boolean }) => score - (looped ? loopCost : 0)
  const best = ended.reduce((a, b) => (worth(b) > worth(a) ? b : a))
  const { tokens, looks, likelihood } = best.row
  return { tokens, looks, confidence: likelihood / (tokens.length + 1), looped: best.looped }
}

/** What was said again was likely because it had been said: the means stay what they were. */
function cutRow(row: Row, length: number): Row {
  const share = (length + 1) / (row.tokens.length + 1)
  return {
    ...row,
    tokens: row.tokens.slice(0, length),
    looks: row.looks.slice(0, length),
    likelihood: row.likelihood * share,
    score: row.score * share,
  }
}

function candidatesOf(row: Row, place: number, step: Step, vocabulary: number, options: SearchOptions): Candidate[] {
  const { bias, temperature } = options
  const from = ((place + 1) * step.positions - 1) * vocabulary
  const logits = step.logits.subarray(from, from + options.textTokens)
  ban(logits, row.tokens.length, options)
  const total = logSum(logits)
  const tokens = temperature > 0 ? [draw(logits, temperature, options.random())] : highest(logits, options.width * 2)
  const helped = bias ? [...bias.helped(row.bias)].filter(token => (logits[token] ?? 0) - total > hopeless) : []
  return [...new Set([...tokens, ...helped])].map(token => {
    const likelihood = (logits[token] ?? 0) - total
    const followed = bias?.follow(row.bias, token)
    return {
      parent: place,
      token,
      likelihood: row.likelihood + likelihood,
      score: row.score + likelihood + (token === options.endToken ? 0 : (followed?.change ?? 0)),
      bias: followed?.state ?? noBias,
    }
  })
}

/** Makes tokens impossible that may not stand at that place of the text. */
export function ban(logits: Float32Array, place: number, options: Pick<SearchOptions, 'banned' | 'bannedFirst'>): void {
  for (const token of options.banned) logits[token] = Number.NEGATIVE_INFINITY
  if (place > 0) return
  for (const token of options.bannedFirst) logits[token] = Number.NEGATIVE_INFINITY
}

export function grow(row: Row, { token, likelihood, score, bias }: Candidate, look: Float32Array, peak: number): Row {
  return {
    tokens: [...row.tokens, token],
    looks: [...row.looks, look],
    peaks: [...row.peaks, peak],
    likelihood,
    score,
    bias,
  }
}

function draw(logits: Float32Array, temperature: number, random: number): number {
  const likely = highest(logits, 50)
  const best = logits[likely[0] ?? 0] ?? 0
  const weights = likely.map(token => Math.exp(((logits[token] ?? 0) - best) / temperature))
  let left = random * weights.reduce((sum, weight) => sum + weight, 0)
  for (const [place, token] of likely.entries()) {
    left -= weights[place] ?? 0
    if (left <= 0) return token
  }
  return likely[0] ?? 0
}
