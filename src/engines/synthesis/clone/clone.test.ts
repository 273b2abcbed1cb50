import { describe, expect, it } from 'vitest'
import { melodyOf } from '../kokoro/melody.ts'
import { likeness, openListener, unit } from './listener.ts'
import { melWindows } from './mel.ts'
import { mixTowards } from './mix.ts'
import { recordedPitch } from './recorded-melody.ts'
import { createTone, toneTowards } from './tone.ts'

const listenerFile = new URL('../../../../models/speaker-encoder/speaker-encoder.onnx', import.meta.url).pathname

/** A buzz with overtones up to half the rate; `dull` makes each weaker than the one before. */
function buzz(hertz: number, seconds: number, rate: number, dull = 0.7): Float32Array {
  return Float32Array.from({ length: seconds * rate }, (_, i) => {
    let sum = 0
    for (let k = 1; k * hertz < rate / 2 && k < 24; k++)
      sum += dull ** k * Math.sin((2 * Math.PI * k * hertz * i) / rate)
    return 0.2 * sum
  })
}

describe('what is heard of a recording', () => {
  it.each([90, 140, 220, 310])('is a tone of %i Hz', hertz => {
    const melody = melodyOf(recordedPitch({ samples: buzz(hertz, 1, 24_000), rate: 24_000 }))
    expect((melody?.median ?? 0) / hertz).toBeCloseTo(1, 1)
    expect(melody?.spread).toBeLessThan(0.5)
  })

  it('is no tone in noise', () => {
    let state = 1
    const noise = Float32Array.from({ length: 24_000 }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32 - 0.5
    })
    expect(recordedPitch({ samples: noise, rate: 24_000 }).length).toBeLessThan(10)
  })

  it('is where a tone lies among the bands', () => {
    const samples = Float32Array.from({ length: 32_000 }, (_, i) => Math.sin((2 * Math.PI * 1000 * i) / 16_000))
    const { windows, values } = melWindows(samples)
    expect(windows).toBe(1)
    const middle = [...values.slice(80 * 40, 81 * 40)]
    // 1000 Hz is step 15 of Slaney's scale, 8000 Hz is step 45.2, and the middle of the n-th band is n / 41 of the way.
    expect(middle.indexOf(Math.max(...middle)) + 1).toBe(14)
  })

  it('is the same voice at another loudness, and another with other overtones', async () => {
    const listener = await openListener(listenerFile)
    const hear = (samples: Float32Array) => listener.hear({ samples, rate: 24_000 })
    const [one, louder, other] = await Promise.all([
      hear(buzz(120, 2, 24_000)),
      hear(buzz(120, 2, 24_000).map(sample => sample * 1.5)),
      hear(buzz(260, 2, 24_000, 0.4)),
    ])
    expect(likeness(one, louder)).toBeGreaterThan(0.98)
    expect(likeness(one, other)).toBeLessThan(0.9)
    expect(listener.known.size).toBe(54)
  })
})

it('a mix comes near what no single voice is', () => {
  const known = new Map([
    ['a', unit(Float32Array.of(1, 0, 0))],
    ['b', unit(Float32Array.of(0, 1, 0))],
    ['c', unit(Float32Array.of(0, 0, 1))],
  ])
  const mix = mixTowards(unit(Float32Array.of(2, 1, 0)), known)
  expect(mix).toEqual({ a: expect.closeTo(0.67, 1), b: expect.closeTo(0.33, 1) })
})

describe('a tone', () => {
  const own = { samples: buzz(120, 1, 24_000, 0.86), rate: 24_000 }
  const wanted = { samples: buzz(120, 1, 24_000, 0.9), rate: 24_000 }

  it('brings the colour of one sound to that of another', () => {
    const tone = toneTowards(own, wanted)
    const effect = createTone(tone, 24_000)
    const samples = Float32Array.from([...effect.push(own.samples), ...effect.end()])
    expect(samples).toHaveLength(own.samples.length)
    const size = (gains: readonly number[]) => gains.reduce((sum, gain) => sum + Math.abs(gain), 0)
    expect(size(toneTowards({ samples, rate: 24_000 }, wanted))).toBeLessThan(0.5 * size(tone))
  })

  it('is the same however the sound is cut', () => {
    const gains = toneTowards(own, wanted)
    const [whole, cut] = [createTone(gains, 24_000), createTone(gains, 24_000)]
    const parts = [0, 7, 1000, 1001, 9000].map((start, i, all) => cut.push(own.samples.slice(start, all[i + 1])))
    const joined = [...parts, cut.end()].flatMap(part => [...part])
    expect(joined).toEqual([...whole.push(own.samples), ...whole.end()])
  })
})
