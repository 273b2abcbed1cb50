import { expect, it } from 'vitest'
import { nearest } from './nearest.ts'

const words = ['engine', 'url', 'model', 'models', 'timeout_seconds']

it.each([
  ['engin', 'engine'],
  ['enigne', 'engine'],
  ['ulr', 'url'],
  ['Model', 'model'],
  ['modles', 'models'],
  ['timeout-seconds', 'timeout_seconds'],
  ['temperature', undefined],
  ['x', undefined],
  ['', undefined],
  ['e'.repeat(100_000), undefined],
])('%s is most likely %s', (given, meant) => {
  expect(nearest(given, words)).toBe(meant)
})
