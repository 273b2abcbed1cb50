import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openStyles } from './styles.ts'

const folder = mkdtempSync(join(tmpdir(), 'medley-styles-'))
afterAll(() => rmSync(folder, { recursive: true }))
// Each voice has one number of its own for its sound and another for how it speaks.
const numbers = { af_heart: [1, 10], am_michael: [2, 20], zf_xiaoxiao: [3, 30], bm_lewis: [4, 40] } as const
for (const [name, [sound, way]] of Object.entries(numbers)) {
  const style = Float32Array.from({ length: 2 * 256 }, (_, i) => (i % 256 < 128 ? sound : way))
  writeFileSync(join(folder, `${name}.bin`), style)
}
const styles = openStyles(folder)
const recipe = { mix: { bm_lewis: 1.5, am_michael: -0.5 }, shift: 2, swing: 1.1, median: 195 }
const halves = (style: Float32Array) => [style[0], style[255]]

describe('a style', () => {
  it('is the mix where it is at home', () => {
    const { style, shift, swing } = styles.of(recipe, 'english', 1)
    expect([...halves(style), shift, swing]).toEqual([5, 50, 2, 1.1])
  })

  it('speaks like a native elsewhere, and sounds a little like one', () => {
    const { style } = styles.of({ ...recipe, mix: { af_heart: 1 } }, 'mandarin', 1)
    expect(halves(style)).toEqual([0.75 * 1 + 0.25 * 3, 30])
  })

  it('of a clone has its own sound and the ways of a native, also at home', () => {
    const { style, shift } = styles.of({ ...recipe, keepsSound: true, speaksLike: 'female' }, 'english', 1)
    expect([...halves(style), shift]).toEqual([5, 10, 0])
  })
})
