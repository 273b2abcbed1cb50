import type { Part } from './atoms.ts'

const borderWords = new Set(
  'and but or because that which who when while if so although though unless until where whether than then to with without for from in on at of by as into about after before between through during since'.split(
    ' ',
  ),
)
const chineseBorders =
  /^(和|与|跟|但|但是|可是|因为|所以|而|而且|并|并且|或|或者|如果|虽然|然后|就|才|也|都|在|从|对|把|被|让|给|为了|由于|其中|以及|还|又|则|是|有|会|要|可以|能)$/
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

interface Piece {
  readonly part: Part
  readonly text: string
  readonly border: boolean
}

function pieces(part: Part): Piece[] {
  if (part.given !== undefined) return [{ part, text: part.text, border: true }]
  if (part.language === 'english') {
    return part.text.split(' ').map(text => ({ part, text, border: borderWords.has(text.toLowerCase()) }))
  }
  return [...segmenter.segment(part.text)].map(({ segment }) => ({
    part,
    text: segment,
    border: part.language !== 'japanese' && chineseBorders.test(segment),
  }))
}

const weight = (piece: Piece): number => (piece.part.language === 'english' ? 1 : piece.text.length * 0.7)

/** Cuts words in two, as near to the wanted share as a phrase border allows. Undefined when there is nothing to cut. */
export function cutAtBorder(parts: readonly Part[], share: number): readonly [Part[], Part[]] | undefined {
  const all = parts.flatMap(pieces)
  if (all.length < 4) return undefined
  const total = all.reduce((sum, piece) => sum + weight(piece), 0)
  let best = -1
  let bestCost = Number.POSITIVE_INFINITY
  let sum = 0
  for (let index = 0; index < all.length; index++) {
    const piece = all[index]
    if (piece === undefined) continue
    const afterParticle = /^(は|が|を|に|で|と|も|の|へ|から|まで|了|着|过|吗|呢|吧)$/.test(all[index - 1]?.text ?? '')
    // A border word that has just been passed would be left hanging at the end of the first half.
    const dangling =
      all[index - 1]?.border === true ||
      /^(the|a|an|my|your|his|her|its|our|their|this|that|these|those|not|very|的|is|are|was|were|be|will|would|can|could|i|we|you|they|he|she|it)$/i.test(
        all[index - 1]?.text ?? '',
      )
    const cost = Math.abs(sum / total - share) + (piece.border ? 0 : afterParticle ? 0.1 : 0.25) + (dangling ? 0.4 : 0)
    if (index >= 2 && index <= all.length - 2 && cost < bestCost) [best, bestCost] = [index, cost]
    sum += weight(piece)
  }
  return best < 0 ? undefined : [joined(all.slice(0, best)), joined(all.slice(best))]
}

function joined(list: readonly Piece[]): Part[] {
  const result: Part[] = []
  let owner: Part | undefined
  for (const piece of list) {
    const last = result.at(-1)
    if (last !== undefined && owner === piece.part) {
      const gap = piece.part.language === 'english' ? ' ' : ''
      result[result.length - 1] = { ...last, text: last.text + gap + piece.text }
    } else result.push({ ...piece.part, text: piece.text })
    owner = piece.part
  }
  return result
}
