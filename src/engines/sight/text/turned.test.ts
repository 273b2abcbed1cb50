import { describe, expect, it } from 'vitest'
import { turned, turnedBack } from './turned.ts'

const size = { width: 100, height: 200 }
const place = { left: 10, top: 20, width: 5, height: 60 }

describe('a place', () => {
  it.each([
    ['upright', place],
    ['upside-down', { left: 85, top: 120, width: 5, height: 60 }],
    ['downwards', { left: 20, top: 85, width: 60, height: 5 }],
    ['upwards', { left: 120, top: 10, width: 60, height: 5 }],
    ['stacked', { left: 20, top: 85, width: 60, height: 5 }],
  ] as const)('is turned upright, and back: %s', (turn, upright) => {
    expect(turned(place, turn, size)).toEqual(upright)
    expect(turnedBack(upright, turn, size)).toEqual(place)
  })
})
