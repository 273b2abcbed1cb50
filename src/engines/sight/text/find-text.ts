import type { Pixels } from '../../../media/pictures/decode-pixels.ts'
import { floats, floatsOf, type OnnxSession } from '../../onnx/session.ts'
import { crop } from '../pixels/crop.ts'
import { resize } from '../pixels/resize.ts'
import { bounds, type Rectangle, scale } from './rectangle.ts'
import { type TextMap, textBoxes } from './text-boxes.ts'

/** The network halves its input five times. */
const step = 32
const usualSide = 960
const closeSide = 2560
/** Larger pictures are looked at piece by piece, each with some of what lies around it. */
const piece = 960
const margin = 64
/** In pixels of a close look: the network loses sight of larger letters as a whole. */
const largeLetters = 90
const blueGreenRed = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] } as const

/** Where lines of text are, in pixels. */
export async function findText(
  network: OnnxSession,
  pixels: Pixels,
  detail: 'low' | 'high',
  onStep: () => void,
): Promise<Rectangle[]> {
  const usual = await findAt(network, pixels, usualSide, onStep)
  const longest = Math.max(pixels.width, pixels.height)
  if (detail === 'low' || longest <= usualSide * 1.2) return usual
  const side = Math.min(closeSide, longest)
  const close = await findAt(network, pixels, side, onStep)
  return bothLooks(usual, close, (largeLetters * longest) / side)
}

/** Large letters as seen from afar, all others as seen closely. */
export function bothLooks(far: readonly Rectangle[], close: readonly Rectangle[], large: number): Rectangle[] {
  const isLarge = (box: Rectangle) => Math.min(box.width, box.height) >= large
  const kept = far.filter(box => isLarge(box) || !close.some(other => covers(other, box) || covers(box, other)))
  return [...kept, ...close.filter(box => !kept.some(other => covers(other, box)))]
}

/** Whether most of a box lies in another. */
function covers(outer: Rectangle, inner: Rectangle): boolean {
  const [a, b] = [bounds(outer), bounds(inner)]
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top)
  return width > 0 && height > 0 && width * height > 0.5 * b.width * b.height
}

async function findAt(network: OnnxSession, pixels: Pixels, longest: number, onStep: () => void): Promise<Rectangle[]> {
  const share = longest / Math.max(pixels.width, pixels.height)
  const rounded = (side: number) => Math.max(step, Math.round((side * share) / step) * step)
  const scaled = resize(pixels, rounded(pixels.width), rounded(pixels.height))
  const map = await mapOf(network, scaled, onStep)
  const [across, down] = [pixels.width / scaled.width, pixels.height / scaled.height]
  return textBoxes(map).map(box => scale(box, across, down))
}

/** Pieces overlap, so that every place is seen with what is around it; the map is put together of their middles. */
async function mapOf(network: OnnxSession, pixels: Pixels, onStep: () => void): Promise<TextMap> {
  const { width, height } = pixels
  const values = new Float32Array(width * height)
  for (let top = 0; top < height; top += piece) {
    for (let left = 0; left < width; left += piece) {
      onStep()
      const [x, y] = [Math.max(0, left - margin), Math.max(0, top - margin)]
      const tile = crop(pixels, x, y, left + piece + margin - x, top + piece + margin - y)
      const seen = await likelihoods(network, tile)
      for (let row = top; row < Math.min(height, top + piece); row++) {
        const from = (row - y) * tile.width + left - x
        const length = Math.min(piece, width - left)
        values.set(seen.subarray(from, from + length), row * width + left)
      }
    }
  }
  return { width, height, values }
}

async function likelihoods(network: OnnxSession, { width, height, data }: Pixels): Promise<Float32Array> {
  const plane = width * height
  const input = new Float32Array(3 * plane)
  for (let channel = 0; channel < 3; channel++) {
    const factor = 1 / (255 * (blueGreenRed.deviation[channel] ?? 1))
    const offset = (blueGreenRed.mean[channel] ?? 0) / (blueGreenRed.deviation[channel] ?? 1)
    for (let at = 0, from = 2 - channel; at < plane; at++, from += 3) {
      input[channel * plane + at] = (data[from] ?? 0) * factor - offset
    }
  }
  const result = await network.run({ [network.inputs[0] ?? 'x']: floats(input, [1, 3, height, width]) })
  return floatsOf(result[network.outputs[0] ?? ''])
}
