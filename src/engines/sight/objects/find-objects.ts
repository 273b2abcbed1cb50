import type { Pixels } from '../../../media/pictures/decode-pixels.ts'
import { floats, floatsOf, type OnnxSession } from '../../onnx/session.ts'
import { crop } from '../pixels/crop.ts'
import { resize } from '../pixels/resize.ts'
import { once, type SeenObject } from './boxes.ts'
import { cocoNames } from './coco-names.ts'

const side = 300
const least = 0.4
/** Beyond this ratio, a picture pressed into a square shows nothing as it is. */
const longPicture = 1.7
/** How much of a picture's sides a closer look takes in at once. */
const closeShare = 0.6
/** What touches the border of a part goes on beyond it. */
const border = 0.02

interface Window {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Things and people in the whole picture, and in its parts where it is long or is looked at closely. */
export async function findObjects(
  network: OnnxSession,
  pixels: Pixels,
  detail: 'low' | 'high',
  onStep: () => void,
): Promise<SeenObject[]> {
  const whole = { left: 0, top: 0, width: pixels.width, height: pixels.height }
  const seen: SeenObject[] = []
  for (const window of [whole, ...parts(pixels, detail)]) {
    onStep()
    const found = await findIn(network, crop(pixels, window.left, window.top, window.width, window.height))
    for (const one of found)
      if (window === whole || !isCut(one, window, pixels)) seen.push(inPicture(one, window, pixels))
  }
  return once(seen)
}

/** Squares along a long picture; at high detail the four corners of others. */
export function parts({ width, height }: Pick<Pixels, 'width' | 'height'>, detail: 'low' | 'high'): Window[] {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  if (long > short * longPicture) {
    const count = Math.min(6, Math.ceil((long / short - 1) * 2) + 1)
    return Array.from({ length: count }, (_, index) => {
      const from = Math.round(((long - short) * index) / (count - 1))
      return { left: width === long ? from : 0, top: width === long ? 0 : from, width: short, height: short }
    })
  }
  if (detail === 'low') return []
  const size = { width: Math.ceil(width * closeShare), height: Math.ceil(height * closeShare) }
  return [0, width - size.width].flatMap(left => [0, height - size.height].map(top => ({ left, top, ...size })))
}

function isCut(one: SeenObject, window: Window, { width, height }: Pixels): boolean {
  return (
    (one.left < border && window.left > 0) ||
    (one.top < border && window.top > 0) ||
    (one.left + one.width > 1 - border && window.left + window.width < width) ||
    (one.top + one.height > 1 - border && window.top + window.height < height)
  )
}

function inPicture(one: SeenObject, window: Window, { width, height }: Pixels): SeenObject {
  return {
    ...one,
    left: (window.left + one.left * window.width) / width,
    top: (window.top + one.top * window.height) / height,
    width: (one.width * window.width) / width,
    height: (one.height * window.height) / height,
  }
}

async function findIn(network: OnnxSession, pixels: Pixels): Promise<SeenObject[]> {
  const { data } = resize(pixels, side, side)
  const result = await network.run({ image: floats(Float32Array.from(data), [1, side, side, 3]) })
  return readObjects(floatsOf(result.boxes), floatsOf(result.scores))
}

/** Of each place the likeliest thing; boxes are top, left, bottom and right as shares. */
export function readObjects(boxes: Float32Array, scores: Float32Array): SeenObject[] {
  const names = cocoNames.length
  const found: SeenObject[] = []
  for (let place = 0; place * 4 < boxes.length; place++) {
    const row = scores.subarray(place * names, (place + 1) * names)
    const certainty = Math.max(...row)
    const name = cocoNames[row.indexOf(certainty)] ?? ''
    if (certainty < least || name === '') continue
    const [top = 0, left = 0, bottom = 0, right = 0] = boxes.subarray(place * 4, place * 4 + 4).map(inside)
    found.push({ name, certainty, left, top, width: right - left, height: bottom - top })
  }
  return once(found)
}

function inside(share: number): number {
  return Math.max(0, Math.min(1, share))
}
