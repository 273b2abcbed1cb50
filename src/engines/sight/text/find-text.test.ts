import { describe, expect, it } from 'vitest'
import { floats, type OnnxSession } from '../../onnx/session.ts'
import { bothLooks, findText } from './find-text.ts'
import { bounds, type Rectangle } from './rectangle.ts'

/** Takes dark pixels for text, and remembers the sizes that it was given. */
function createDarkFinder() {
  const sizes: (readonly number[])[] = []
  const session: OnnxSession = {
    inputs: ['x'],
    outputs: ['y'],
    async run({ x }) {
      if (!(x?.data instanceof Float32Array)) throw new TypeError('no pixels')
      const [, , height = 0, width = 0] = x.dims
      sizes.push([width, height])
      const values = x.data.subarray(0, width * height)
      return {
        y: floats(
          values.map(value => (value < 0 ? 1 : 0)),
          [1, 1, height, width],
        ),
      }
    },
    close: async () => undefined,
  }
  return { session, sizes }
}

/** White, with black bars of left, top, width and height. */
function picture(width: number, height: number, bars: readonly (readonly [number, number, number, number])[]) {
  const data = new Uint8Array(width * height * 3).fill(255)
  for (const [left, top, across, down] of bars) {
    for (let y = top; y < top + down; y++) data.fill(0, (y * width + left) * 3, (y * width + left + across) * 3)
  }
  return { width, height, data }
}

describe('text', () => {
  it('is found in pictures of any size, at the place that it has there', async () => {
    const { session, sizes } = createDarkFinder()
    const boxes = await findText(session, picture(1500, 700, [[300, 200, 600, 40]]), 'low', () => {})
    expect(sizes).toEqual([[960, 448]])
    expect(boxes).toHaveLength(1)
    expect(boxes[0]?.middle.x).toBeCloseTo(600, -1)
    expect(boxes[0]?.middle.y).toBeCloseTo(220, -1)
  })

  it('is one line where it crosses from one piece of a large picture to the next', async () => {
    const { session, sizes } = createDarkFinder()
    let steps = 0
    const boxes = await findText(session, picture(2560, 1280, [[700, 940, 1500, 30]]), 'high', () => void steps++)
    expect(sizes).toHaveLength(7)
    expect(Math.max(...sizes.flat())).toBe(960 + 2 * 64)
    expect(steps).toBe(7)
    expect(boxes).toHaveLength(1)
    expect(bounds(boxes[0] as Rectangle).width).toBeGreaterThan(1500)
  })

  it('ends between two pieces when nobody waits', async () => {
    const { session, sizes } = createDarkFinder()
    const stop = () => {
      if (sizes.length === 2) throw new Error('left')
    }
    await expect(findText(session, picture(2560, 1280, []), 'high', stop)).rejects.toThrow('left')
    expect(sizes).toHaveLength(2)
  })
})

describe('a look from afar and a close one', () => {
  const box = (x: number, y: number, width: number, height: number): Rectangle => ({
    middle: { x, y },
    width,
    height,
    direction: { x: 1, y: 0 },
  })

  it('give large letters from afar and small print from close by', () => {
    const [headline, blurred, missed] = [box(500, 100, 800, 150), box(500, 400, 600, 30), box(900, 900, 100, 30)]
    const [half, print] = [box(300, 100, 300, 140), box(500, 400, 610, 28)]
    expect(bothLooks([headline, blurred, missed], [half, print], 90)).toEqual([headline, missed, print])
  })
})
