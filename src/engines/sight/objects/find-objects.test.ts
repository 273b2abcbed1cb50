import { describe, expect, it } from 'vitest'
import { floats, type OnnxSession } from '../../onnx/session.ts'
import { once, type SeenObject } from './boxes.ts'
import { cocoNames } from './coco-names.ts'
import { findObjects, parts, readObjects } from './find-objects.ts'

const seen = (name: string, certainty: number, left: number, width: number): SeenObject => ({
  name,
  certainty,
  left,
  top: 0,
  width,
  height: 1,
})

/** The answer of the network: a row for each thing. */
function answer(...things: readonly (readonly [string, number, readonly number[]])[]) {
  const scores = new Float32Array(things.length * cocoNames.length)
  for (const [row, [name, certainty]] of things.entries()) {
    scores[row * cocoNames.length + cocoNames.indexOf(name)] = certainty
  }
  return { boxes: Float32Array.from(things.flatMap(([, , box]) => box)), scores }
}

describe('things', () => {
  it('have the numbers of COCO', () => {
    expect(cocoNames).toHaveLength(90)
    expect([1, 6, 17, 18, 47, 90].map(number => cocoNames[number - 1])).toEqual([
      'person',
      'bus',
      'cat',
      'dog',
      'cup',
      'toothbrush',
    ])
  })

  it('are told once, by their surest box', () => {
    expect(once([seen('cat', 0.6, 0.05, 0.5), seen('cat', 0.9, 0, 0.5), seen('cat', 0.7, 0.5, 0.5)])).toEqual([
      seen('cat', 0.9, 0, 0.5),
      seen('cat', 0.7, 0.5, 0.5),
    ])
    expect(once([seen('cat', 0.6, 0, 0.5), seen('dog', 0.9, 0, 0.5)])).toHaveLength(2)
    expect(once([seen('bus', 0.9, 0, 1), seen('bus', 0.8, 0.4, 0.2)])).toHaveLength(1)
  })

  it('are read from places and certainties; what is unsure is left out', () => {
    const { boxes, scores } = answer(
      ['cup', 0.9, [0.1, 0.2, 0.5, 0.6]],
      ['dog', 0.3, [0, 0, 1, 1]],
      ['person', 0.5, [-0.2, 0.5, 1.3, 1]],
    )
    const [cup, person, ...others] = readObjects(boxes, scores)
    expect(others).toEqual([])
    expect(cup).toMatchObject({ name: 'cup', certainty: expect.closeTo(0.9), top: expect.closeTo(0.1) })
    expect(cup?.width).toBeCloseTo(0.4)
    expect(person).toMatchObject({ name: 'person', top: 0, height: 1 })
  })

  it('are looked for in parts of long pictures, and of others at high detail', () => {
    expect(parts({ width: 800, height: 600 }, 'low')).toEqual([])
    expect(parts({ width: 800, height: 600 }, 'high')).toHaveLength(4)
    const along = parts({ width: 1200, height: 400 }, 'low')
    expect(along[0]).toEqual({ left: 0, top: 0, width: 400, height: 400 })
    expect(along.at(-1)).toEqual({ left: 800, top: 0, width: 400, height: 400 })
  })

  it('keep their place in the picture, and are not told where a part cuts them', async () => {
    let run = 0
    const network: OnnxSession = {
      inputs: ['image'],
      outputs: [],
      async run() {
        run += 1
        // Nothing in the whole; in the last square one thing within it, and one that its left side cuts.
        const { boxes, scores } =
          run < 4
            ? answer(['cup', 0.1, [0, 0, 1, 1]])
            : answer(['cat', 0.9, [0.2, 0.5, 0.8, 0.9]], ['dog', 0.9, [0, 0, 0.5, 0.4]])
        return { boxes: floats(boxes, [boxes.length]), scores: floats(scores, [scores.length]) }
      },
      close: async () => undefined,
    }
    const pixels = { width: 40, height: 20, data: new Uint8Array(40 * 20 * 3) }
    const found = await findObjects(network, pixels, 'low', () => {})
    expect(run).toBe(4)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ name: 'cat', left: expect.closeTo(0.75), width: expect.closeTo(0.2) })
  })
})
