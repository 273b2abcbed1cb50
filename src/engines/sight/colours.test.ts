import { describe, expect, it } from 'vitest'
import { colourName, coloursOf } from './colours.ts'

describe('the name of a colour', () => {
  it.each([
    ['ff0000', 'red'],
    ['8b0000', 'dark red'],
    ['ff8800', 'orange'],
    ['ffee00', 'yellow'],
    ['00a000', 'green'],
    ['004d00', 'dark green'],
    ['00d0d0', 'cyan'],
    ['0000ff', 'blue'],
    ['000080', 'dark blue'],
    ['87ceeb', 'light blue'],
    ['800080', 'purple'],
    ['ff69b4', 'pink'],
    ['8b4513', 'brown'],
    ['f5deb3', 'beige'],
    ['ffffff', 'white'],
    ['c0c0c0', 'light grey'],
    ['808080', 'grey'],
    ['404040', 'dark grey'],
    ['0a0a0a', 'black'],
  ])('%s is %s', (hex, name) => {
    const value = Number.parseInt(hex, 16)
    expect(colourName(value >> 16, (value >> 8) & 255, value & 255)).toBe(name)
  })
})

describe('the colours of a picture', () => {
  it('are told by what they cover, most first, without specks', () => {
    const data = new Uint8Array(100 * 100 * 3).fill(255)
    for (let at = 0; at < 100 * 30; at++) data.set([200, 0, 0], at * 3)
    for (let at = 9_900; at < 9_950; at++) data.set([0, 0, 255], at * 3)
    const colours = coloursOf({ width: 100, height: 100, data })
    expect(colours.map(({ name }) => name)).toEqual(['white', 'red'])
    expect(colours[1]?.share).toBeCloseTo(0.3)
  })
})
