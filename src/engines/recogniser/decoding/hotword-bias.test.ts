import { expect, it } from 'vitest'
import { HotwordBias } from './hotword-bias.ts'

const bias = new HotwordBias([[1, 2, 3], [1, 2], [5]], 2)

function total(tokens: readonly number[]): number {
  let state = bias.none
  let sum = 0
  for (const token of tokens) {
    const followed = bias.follow(state, token)
    sum += followed.change
    state = followed.state
  }
  return sum + bias.end(state)
}

it.each([
  [[1, 2, 3], 6],
  [[1, 2, 9], 4],
  [[1, 9], 0],
  [[1], 0],
  [[9, 5, 9], 2],
  [[1, 1, 2], 4],
  [[1, 5], 2],
  [[], 0],
])('%j is worth %i', (tokens, worth) => {
  expect(total(tokens)).toBe(worth)
})

it('names the tokens that go on with a word', () => {
  const { state } = bias.follow(bias.none, 1)
  expect([...bias.helped(state)].sort()).toEqual([1, 2, 5])
})
