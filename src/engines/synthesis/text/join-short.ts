import type { Utterance } from './speakable.ts'

/** A clause with fewer phonemes than this is said carelessly when it is composed alone: vowels blur, tones flatten. */
const alone = 60
const longest = 200
/** Seconds: what rests longer is the end of a paragraph. */
const longestRest = 0.6

/** Puts short clauses into the company of what follows, or of what came before; the rest between them is then the network's. */
export function* joinShort(utterances: Iterable<Utterance>): Generator<Utterance> {
  let pending: Utterance | undefined
  for (const next of utterances) {
    if (pending !== undefined && belongTogether(pending, next)) {
      pending = joined(pending, next)
      continue
    }
    if (pending !== undefined) yield pending
    pending = next
  }
  if (pending !== undefined) yield pending
}

function belongTogether(one: Utterance, other: Utterance): boolean {
  return (
    one.language === other.language &&
    one.pause < longestRest &&
    Math.min(one.phonemes.length, other.phonemes.length) < alone &&
    one.phonemes.length + other.phonemes.length < longest
  )
}

function joined(one: Utterance, other: Utterance): Utterance {
  const words = `${one.words} ${other.words}`
  return { ...other, words, phonemes: `${one.phonemes} ${other.phonemes}` }
}
