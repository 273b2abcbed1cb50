import type { Sighting } from '../../core/sight.ts'
import type { Pixels } from '../../media/pictures/decode-pixels.ts'
import type { OnnxSession } from '../onnx/session.ts'
import { coloursOf } from './colours.ts'
import { featuresOf, kindOf } from './kind.ts'
import { findObjects } from './objects/find-objects.ts'
import { type TextNetworks, textLines } from './text/text-lines.ts'

export interface Networks extends TextNetworks {
  readonly objects: OnnxSession
}

/** All but the size, which is that of the picture as it was given. `onStep` is called before each piece of work, and may throw. */
export async function look(
  networks: Networks,
  pixels: Pixels,
  detail: 'low' | 'high',
  onStep: () => void,
): Promise<Omit<Sighting, 'width' | 'height'>> {
  const lines = await textLines(networks, pixels, detail, onStep)
  onStep()
  const kind = kindOf(featuresOf(pixels, lines))
  // On pages and charts, things are mistaken for books and clocks.
  const objects =
    kind === 'photo' || kind === 'drawing' ? await findObjects(networks.objects, pixels, detail, onStep) : []
  return { kind, colours: coloursOf(pixels), lines, objects }
}
