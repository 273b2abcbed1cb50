import type { CachedDecoder, Step } from './cached-decoder.ts'
import { highest, logSum } from './likelihood.ts'
import { mendDraft } from './mend-draft.ts'
import { peakOf } from './retelling.ts'
import { type Beginning, ban, grow, type Row, type SearchOptions } from './search.ts'

export interface Drafting {
  /** What the network says to its first tokens and to a draft behind them: one position before it, and all of its own. */
  begin(draft: readonly number[]): Promise<Step>
  /** Whether a token is punctuation alone. */
  isMark(token: number): boolean
}

type Options = Pick<SearchOptions, 'banned' | 'bannedFirst' | 'textTokens' | 'mostTokens' | 'heardFrames'>

const mostMendings = 1

/**
 * Begins a text with a draft: all of it is judged in one run, and kept as far as the network would have written the same,
 * token by token. Where only a word or a comma differs, it is mended and judged again; writing goes on from there.
 */
export async function followDraft(
  decoder: CachedDecoder,
  draft: readonly number[],
  { begin, isMark }: Drafting,
  options: Options,
): Promise<Beginning> {
  let attempt = draft
  for (let mendings = 0; ; mendings++) {
    const first = await begin(attempt)
    const { row, instead } = judge(decoder, first, attempt, options)
    const mended = mendings < mostMendings ? mendDraft(attempt, row.tokens.length, instead, isMark) : undefined
    if (mended === undefined) return goingOn(decoder, first, attempt, row)
    decoder.drop(first.memory)
    attempt = mended
  }
}

/** How much of the draft stands, and which token the network wants after that. */
function judge(decoder: CachedDecoder, first: Step, draft: readonly number[], options: Options) {
  const { alignmentHeads } = decoder.shape
  let row: Row = { tokens: [], looks: [], peaks: [], likelihood: 0, score: 0, bias: { open: [] } }
  for (const [place, token] of draft.entries()) {
    if (place + 1 >= options.mostTokens) break
    const logits = sayingAt(decoder, first, draft, place).subarray(0, options.textTokens)
    ban(logits, place, options)
    const [best] = highest(logits, 1)
    if (best !== token) return { row, instead: best }
    const likelihood = row.likelihood + (logits[token] ?? 0) - logSum(logits)
    const look = first.attention(0, draft.length - place)
    const peak = peakOf(look, alignmentHeads.length, options.heardFrames)
    row = grow(row, { parent: 0, token, likelihood, score: likelihood, bias: row.bias }, look, peak)
  }
  return { row, instead: undefined }
}

function goingOn(decoder: CachedDecoder, first: Step, draft: readonly number[], row: Row): Beginning {
  const unwanted = draft.length - row.tokens.length
  return {
    memory: decoder.forget(first.memory, unwanted),
    logits: sayingAt(decoder, first, draft, row.tokens.length),
    positions: 1,
    attention: (which, back = 0) => first.attention(which, unwanted + back),
    written: row,
  }
}

function sayingAt({ shape }: CachedDecoder, first: Step, draft: readonly number[], place: number): Float32Array {
  const from = (first.positions - 1 - draft.length + place) * shape.vocabulary
  return first.logits.subarray(from, from + shape.vocabulary)
}
