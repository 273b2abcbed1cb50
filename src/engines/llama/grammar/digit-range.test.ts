import { expect, it } from 'vitest'
import { wholeNumbers } from './digit-range.ts'

/** GBNF of digits reads as a regular expression once its quotes and spaces are gone. */
const matcher = (from: number, to: number) => new RegExp(`^${wholeNumbers(from, to)?.replaceAll(/["\s]/g, '')}$`)

it.each([
  [0, 0],
  [3, 7],
  [0, 9],
  [8, 12],
  [0, 150],
  [95, 1005],
  [100, 199],
  [-7, 3],
  [-120, -99],
  [-1, 1],
])('the numbers from %i to %i are just those', (from, to) => {
  const pattern = matcher(from, to)
  for (let number = -1300; number <= 1300; number++) {
    expect(pattern.test(String(number)), String(number)).toBe(number >= from && number <= to)
  }
})

it('there may be no end, but for what every reader of JSON takes', () => {
  const pattern = matcher(10, Number.POSITIVE_INFINITY)
  expect(['10', '99', '100', '999999999999999'].map(text => pattern.test(text))).toEqual([true, true, true, true])
  expect(['9', '-10', '010', '9999999999999999'].map(text => pattern.test(text))).toEqual([false, false, false, false])
  expect(wholeNumbers(0.2, 0.8)).toBeUndefined()
})
