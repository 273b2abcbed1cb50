import { describe, expect, it } from 'vitest'
import type { Sighting } from '../../core/sight.ts'
import { pictureWords, placeWords } from './picture-words.ts'

const seen: Sighting = {
  width: 800,
  height: 600,
  kind: 'photo',
  colours: [
    { name: 'blue', share: 0.6 },
    { name: 'white', share: 0.2 },
  ],
  lines: [],
  objects: [],
}
const at = (left: number, top: number, width = 0.1, height = 0.1) => ({ left, top, width, height })

describe('pictureWords', () => {
  it('tells kind, size and colours, and that nothing can be read', () => {
    expect(pictureWords(seen, 1000)).toBe(
      'a photo, 800×600 pixels (wide); colours: blue, white; no text can be read in it',
    )
  })

  it('tells what is where, how many people there are, and leaves out what is hardly sure', () => {
    const objects = [
      { name: 'person', certainty: 0.91, ...at(0.05, 0.1) },
      { name: 'person', certainty: 0.8, ...at(0.8, 0.8) },
      { name: 'dog', certainty: 0.62, ...at(0.45, 0.45) },
      { name: 'kite', certainty: 0.2, ...at(0, 0) },
    ]
    expect(pictureWords({ ...seen, objects }, 1000)).toContain(
      'in it: 2 people (top left, bottom right), dog (centre; 62 % sure);',
    )
  })

  it('gives the text line by line, and cuts what is too much', () => {
    const lines = [
      { text: 'TOTAL 42.00', ...at(0, 0) },
      { text: '谢谢惠顾', ...at(0, 0.5) },
    ]
    expect(pictureWords({ ...seen, kind: 'document', lines }, 1000)).toMatch(
      /text in it, line by line:\nTOTAL 42.00\n谢谢惠顾$/,
    )
    const long = pictureWords({ ...seen, lines: [{ text: 'x'.repeat(10_000), ...at(0, 0) }] }, 1000)
    expect(long.length).toBeLessThan(4200)
    expect(long).toMatch(/… \(cut\)$/)
  })
})

describe('placeWords', () => {
  it.each([
    [at(0, 0), 'top left'],
    [at(0.45, 0), 'top'],
    [at(0.9, 0.45), 'right'],
    [at(0.45, 0.9), 'bottom'],
    [at(0.45, 0.45), 'centre'],
    [at(0.05, 0.05, 0.9, 0.9), 'filling the picture'],
  ])('of %j is %s', (place, words) => {
    expect(placeWords(place)).toBe(words)
  })
})
