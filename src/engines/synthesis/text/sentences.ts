export interface Sentence {
  readonly text: string
  /** The paragraph ends behind it. */
  readonly last: boolean
}

const abbreviation =
  /(?:^|[\s(])(?:Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|vs|Gen|Col|Capt|Lt|Sgt|Rev|Hon|Gov|Sen|Mt|Ft|Dept|Est|approx|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec|etc(?= [a-z])|e\.g|i\.e|\p{Lu})\.$/iu
/** These end no sentence when a figure follows. */
const beforeFigure = /(?:^|[\s(])(?:No|Nos|Fig|p|pp|vol|ch|sec)\.$/i
const zoneOrDay = /^(?:[A-Z]{2,4}\b|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)/
const boundary =
  /(?<=[。！？!?…；]["'”’」』）)\]]*)(?![。！？!?…"'”’」』）)\].])\s*|(?<=\.["'”’)\]]*)\s+(?=["'“‘([]?[^\p{Ll}\s])/gu

/** Cuts where a reader would breathe out; points of abbreviations, figures and addresses do not count. */
export function* sentences(text: string): Generator<Sentence> {
  for (const paragraph of text.split(/\n+/)) {
    const pieces = paragraph
      .trim()
      .split(boundary)
      .filter(piece => piece !== undefined && piece.trim() !== '')
    let pending = ''
    for (const [index, piece] of pieces.entries()) {
      pending = pending === '' ? piece : `${pending} ${piece}`
      const end = index === pieces.length - 1
      const next = pieces[index + 1] ?? ''
      if (!end && /[ap]\.m\.$/i.test(pending) && zoneOrDay.test(next)) continue
      if (!end && (abbreviation.test(pending) || (beforeFigure.test(pending) && /^\d/.test(next)))) continue
      yield { text: pending.trim(), last: end }
      pending = ''
    }
  }
}
