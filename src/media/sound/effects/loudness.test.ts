import { expect, it } from 'vitest'
import { joined } from './effect.ts'
import { measureLoudness } from './loudness.ts'
import { tone } from './measure.fixture.ts'

it('a tone of 997 Hz at full scale in one channel has −3 LUFS', () => {
  expect(measureLoudness(tone(997, 2, 48_000, 1), 48_000)).toBeCloseTo(-3.01, 0)
  expect(measureLoudness(tone(997, 2, 24_000, 0.1), 24_000)).toBeCloseTo(-23, 0)
})

it('pauses do not count', () => {
  const sound = tone(997, 2, 24_000)
  const paused = joined([sound, new Float32Array(96_000), sound])
  expect(measureLoudness(paused, 24_000)).toBeCloseTo(measureLoudness(sound, 24_000), 0)
})

it('silence has none', () => {
  expect(measureLoudness(new Float32Array(48_000), 24_000)).toBe(Number.NEGATIVE_INFINITY)
})
