import { describe, expect, it } from 'vitest'
import { measureLoudness } from './loudness.ts'
import { createMannerEffect, type SoundManner } from './manner.ts'
import { decibels, largestStep, levelAt, peakOf, pitchOf, powerOf, through, tone, vowel } from './measure.fixture.ts'

const rate = 24_000
const voice = vowel(150, 1.2, rate)
const spoken = (manner: SoundManner, lengths?: number[]) => through(createMannerEffect(manner, rate), voice, lengths)

describe('a manner put on a voice', () => {
  it.each([0.5, 0.8, 1.25, 2])('changes the pace by %d and not the pitch', pace => {
    const output = spoken({ pace })
    expect(Math.abs(output.length / (voice.length / pace) - 1)).toBeLessThan(0.01)
    expect(pitchOf(output, rate)).toBeCloseTo(150, -0.3)
    expect(decibels(powerOf(output) / powerOf(voice)) / 2).toBeCloseTo(0, 0)
  })

  it.each([-6, -3, 4, 7])('changes the pitch by %d semitones and not the pace', pitch => {
    const output = spoken({ pitch })
    expect(Math.abs(output.length / voice.length - 1)).toBeLessThan(0.01)
    expect(pitchOf(output, rate) / (150 * 2 ** (pitch / 12))).toBeCloseTo(1, 1.7)
  })

  it('whispers: no pitch is left, the colour stays', () => {
    const output = spoken({ whisper: 1 })
    expect(output).toHaveLength(voice.length)
    const strength = (sound: Float32Array) => levelAt(sound.subarray(4800, 24_000), 150, rate)
    expect(strength(output)).toBeLessThan(strength(voice) / 4)
    expect(Math.abs(decibels(powerOf(output) / powerOf(voice)) / 2)).toBeLessThan(2)
    const low = levelBetween(output, 100, 900)
    const high = levelBetween(output, 4000, 8000)
    expect(decibels(low / high)).toBeGreaterThan(15)
  })

  it('is brighter or darker by so many decibels above, and the same below', () => {
    for (const brightness of [6, -6]) {
      const output = (frequency: number) =>
        through(createMannerEffect({ brightness }, rate), tone(frequency, 0.5, rate, 0.2)).subarray(2400)
      expect(decibels(levelAt(output(8000), 8000, rate) / 0.2)).toBeCloseTo(brightness, 0)
      expect(decibels(levelAt(output(150), 150, rate) / 0.2)).toBeCloseTo(0, 0)
    }
  })

  it('trembles some five times a second', () => {
    const output = through(createMannerEffect({ tremble: 1 }, rate), tone(300, 2, rate))
    const swell = Float32Array.from({ length: 200 }, (_, n) => peakOf(output.subarray(n * 240, (n + 1) * 240)))
    expect(Math.min(...swell)).toBeLessThan(0.3)
    expect(Math.max(...swell)).toBeGreaterThan(0.48)
    const mean = swell.reduce((sum, value) => sum + value, 0) / swell.length
    const level = (beats: number) =>
      levelAt(
        swell.map(value => value - mean),
        beats,
        100,
      )
    expect(level(5.5)).toBeGreaterThan(3 * Math.max(level(2), level(11)))
  })

  it('is louder by so many decibels', () => {
    const louder = measureLoudness(spoken({ gain: 6 }), rate) - measureLoudness(voice, rate)
    expect(louder).toBeCloseTo(6, 1)
  })

  it.each<SoundManner>([{ pace: 0.7 }, { pace: 1.6 }, { pitch: 3 }, { tremble: 0.7 }, { brightness: 4 }])(
    'has no clicks at the seams of pieces: %o',
    manner => {
      const output = spoken(manner, [480, 37, 4001])
      const smooth = largestStep(vowel(190, 0.5, rate))
      expect(largestStep(output)).toBeLessThan(smooth * 2)
    },
  )

  it.each<SoundManner>([{ pace: 0.7 }, { pitch: 3 }, { whisper: 0.8 }, { tremble: 1 }, { brightness: 3, gain: 2 }])(
    'is the same for any pieces: %o',
    manner => expect(spoken(manner, [1, 700, 37])).toEqual(spoken(manner, [voice.length])),
  )

  it('makes nothing of nothing', () => {
    const effect = createMannerEffect({ pace: 1.5, pitch: 2, whisper: 1, tremble: 1, brightness: 3, gain: 1 }, rate)
    expect(effect.end()).toHaveLength(0)
  })
})

function levelBetween(sound: Float32Array, from: number, to: number): number {
  const levels = Array.from({ length: 40 }, (_, n) => levelAt(sound, from + ((to - from) * n) / 40, rate))
  return levels.reduce((sum, level) => sum + level, 0) / levels.length
}
