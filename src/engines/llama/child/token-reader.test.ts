import { expect, it } from 'vitest'
import { TokenReader } from './token-reader.ts'

/** Tokens are bytes. */
const vocabulary = { textOf: (tokens: readonly number[]) => Buffer.from(tokens).toString('utf8') }
const read = (bytes: readonly number[]) => {
  const reader = new TokenReader(vocabulary)
  return [...bytes.map(byte => reader.push(byte)), reader.end()]
}

it('waits until a character is complete', () => {
  expect(read([...Buffer.from('aé😀')])).toEqual(['a', '', 'é', '', '', '', '😀', ''])
})

it('does not wait for ever for what is no character', () => {
  expect(read([0xff, 0x61]).join('')).toBe('\ufffda')
  expect(read([0xff, 0xff, 0xff, 0xff]).join('')).toContain('\ufffd')
  expect(read([0x61, 0xc3])).toEqual(['a', '', '\ufffd'])
})

it('reads bytes that only look like a character as one', () => {
  expect(read([0xe0, 0x81, 0xa1, 0x22]).join('')).toBe('\ufffd"')
})
