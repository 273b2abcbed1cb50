import { expect, it } from 'vitest'
import { cutBehind } from './window-cut.ts'

/** Words of 0.4 s, each so many tenths after the one before. */
function words(...gaps: number[]) {
  let at = 0
  return gaps.map((gap, index) => {
    const start = at + gap / 10
    at = start + 0.4
    return { word: ` w${index}`, start, end: at }
  })
}

const tail = [{ word: ' next', start: 5, end: 5.4 }]

it('leaves a short window alone', () => {
  expect(cutBehind(words(0, 1, 1, 9), tail, 0, 3.9)).toBeUndefined()
})

it('cuts in the middle of the longest pause, not too near to the beginning', () => {
  const settled = words(0, 9, 1, 1, 1, 4, 0)
  const before = settled[4]
  expect(cutBehind(settled, [{ word: ' x', start: settled[6]?.end ?? 0, end: 5.5 }], 0, 5)).toBeCloseTo(
    (before?.end ?? 0) + 0.2,
  )
})

it('waits for a pause, or a while', () => {
  const settled = words(0, 1, 1, 1, 1, 1, 1, 1)
  const next = [{ word: ' x', start: (settled.at(-1)?.end ?? 0) + 0.1, end: 5.5 }]
  expect(cutBehind(settled, next, 0, 5.5)).toBeUndefined()
  expect(cutBehind(settled, next, 0, 6)).toBeGreaterThan(2)
})

it('takes the end of a sentence for a pause', () => {
  const settled = words(0, 1, 1, 1, 1, 1, 1).map((word, index) => (index === 4 ? { ...word, word: ' end.' } : word))
  const next = [{ word: ' x', start: settled.at(-1)?.end ?? 0, end: 5.5 }]
  expect(cutBehind(settled, next, 0, 4.5)).toBeCloseTo((settled[4]?.end ?? 0) + 0.05)
})

it('never cuts behind the last word that was heard', () => {
  expect(cutBehind(words(0, 30), [], 0, 8)).toBeUndefined()
})
