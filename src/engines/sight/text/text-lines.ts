import type { Place } from '../../../core/sight.ts'
import type { Pixels } from '../../../media/pictures/decode-pixels.ts'
import type { OnnxSession } from '../../onnx/session.ts'
import { findText } from './find-text.ts'
import { isLegible, withPlainMarks } from './legible.ts'
import { readText } from './read-text.ts'
import { inReadingOrder } from './reading-order.ts'
import { bounds } from './rectangle.ts'
import type { Turn } from './strip.ts'
import { turned, turnedBack } from './turned.ts'

export interface TextNetworks {
  readonly finding: OnnxSession
  readonly reading: OnnxSession
  readonly alphabet: readonly string[]
}

/** What is written in a picture, in the order in which a person would read it. */
export async function textLines(
  { finding, reading, alphabet }: TextNetworks,
  pixels: Pixels,
  detail: 'low' | 'high',
  onStep: () => void,
): Promise<(Place & { readonly text: string })[]> {
  const boxes = await findText(finding, pixels, detail, onStep)
  const read = (await readText(reading, alphabet, pixels, boxes, onStep)).filter(isLegible)
  const turn = commonest(read.map(one => one.turn))
  const upright = read.map(one => ({
    ...turned(bounds(one.box), turn, pixels),
    text: withPlainMarks(one.text.trim()),
    isLevel: one.turn === turn,
  }))
  return inReadingOrder(upright).map(({ text, ...place }) => ({
    text,
    ...inShares(turnedBack(place, turn, pixels), pixels),
  }))
}

function commonest(turns: readonly Turn[]): Turn {
  const count = (turn: Turn) => turns.filter(other => other === turn).length
  return turns.toSorted((a, b) => count(b) - count(a))[0] ?? 'upright'
}

function inShares(place: Place, { width, height }: Pixels): Place {
  const [left, top] = [Math.max(0, place.left / width), Math.max(0, place.top / height)]
  return { left, top, width: Math.min(1 - left, place.width / width), height: Math.min(1 - top, place.height / height) }
}
