import type { Pixels } from '../../../media/pictures/decode-pixels.ts'
import { floats, floatsOf, type OnnxSession } from '../../onnx/session.ts'
import { type ReadText, readSteps } from './ctc.ts'
import type { Rectangle } from './rectangle.ts'
import { drawStrip, type Strip, stripOf, stripWidth, type Turn } from './strip.ts'

export interface ReadBox extends ReadText {
  readonly box: Rectangle
  readonly turn: Turn
}

const rows = 48
const longestStrip = 3200
/** A single letter is read better with some empty space after it. */
const leastWidth = 160
/** Of all strips that are read together: wide ones are read no faster that way. */
const batchWidth = 640
/** Below it, a line may stand on its head. */
const doubtful = 0.75

/** What stands in each box, whichever way up it is. */
export async function readText(
  network: OnnxSession,
  alphabet: readonly string[],
  pixels: Pixels,
  boxes: readonly Rectangle[],
  onStep: () => void,
): Promise<ReadBox[]> {
  const first = boxes.flatMap(box => firstTurns(box).map(turn => ({ box, turn })))
  const read = await readAll(first)
  const doubted = [...bestOf(read).values()].filter(
    ({ turn, certainty, box }) => turn === 'upright' && certainty < doubtful && box.width > box.height,
  )
  const again = await readAll(doubted.map(({ box }) => ({ box, turn: 'upside-down' as const })))
  return [...bestOf([...read, ...again]).values()]

  async function readAll(asked: readonly { box: Rectangle; turn: Turn }[]): Promise<ReadBox[]> {
    const strips = asked
      .map(one => ({ ...one, strip: stripOf(one.box, one.turn) }))
      .map(one => ({ ...one, width: stripWidth(one.strip, longestStrip) }))
      .toSorted((a, b) => a.width - b.width)
    const found: ReadBox[] = []
    for (let from = 0; from < strips.length; ) {
      let to = from + 1
      while (to < strips.length && (to - from + 1) * Math.max(leastWidth, strips[to]?.width ?? 0) <= batchWidth) to += 1
      const batch = strips.slice(from, to)
      onStep()
      const texts = await readBatch(network, alphabet, pixels, batch)
      for (const [index, { box, turn }] of batch.entries()) {
        const text = texts[index]
        if (text) found.push({ box, turn, ...text })
      }
      from = to
    }
    return found
  }
}

function firstTurns({ width, height }: Rectangle): Turn[] {
  if (height < width * 1.5) return ['upright']
  return height < width * 3 ? ['upright', 'downwards', 'upwards', 'stacked'] : ['downwards', 'upwards', 'stacked']
}

function bestOf(read: readonly ReadBox[]): Map<Rectangle, ReadBox> {
  const best = new Map<Rectangle, ReadBox>()
  for (const one of read) {
    if (one.certainty > (best.get(one.box)?.certainty ?? -1)) best.set(one.box, one)
  }
  return best
}

async function readBatch(
  network: OnnxSession,
  alphabet: readonly string[],
  pixels: Pixels,
  batch: readonly { readonly strip: Strip; readonly width: number }[],
): Promise<ReadText[]> {
  const widest = Math.max(leastWidth, ...batch.map(({ width }) => width))
  const size = 3 * rows * widest
  const input = new Float32Array(batch.length * size)
  for (const [index, { strip, width }] of batch.entries()) {
    drawStrip(pixels, strip, width, input.subarray(index * size, (index + 1) * size), widest)
  }
  const shape = [batch.length, 3, rows, widest]
  const result = await network.run({ [network.inputs[0] ?? 'x']: floats(input, shape) })
  const steps = floatsOf(result[network.outputs[0] ?? ''])
  const length = steps.length / batch.length
  return batch.map((_, index) => readSteps(steps.subarray(index * length, (index + 1) * length), alphabet))
}
