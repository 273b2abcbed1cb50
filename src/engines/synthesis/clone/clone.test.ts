import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { melodyOf } from '../kokoro/melody.ts'
import { forecastFrom } from './forecast.ts'
import { openVoiceSpace } from './known-voices.ts'
import { likeness, likenessBy, openListener } from './listener.ts'
import { logMel, logMelBands } from './log-mel.ts'
import { melWindows } from './mel.ts'
import { createProposals, placeOf } from './proposals.ts'
import { createRandom } from './random.ts'
import { recordedPitch } from './recorded-melody.ts'
import { createSize, forSize } from './size.ts'
import { createTone, toneTowards } from './tone.ts'

const folder = fileURLToPath(new URL('../../../../models/speaker-encoder', import.meta.url))

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

  it('is where a tone lies among finer bands, whatever the colour of the whole', () => {
    const samples = Float32Array.from(
      { length: 32_000 },
      (_, i) => (i < 16_000 ? 0.01 : 1) * Math.sin((2 * Math.PI * 1000 * i) / 16_000),
    )
    const { frames, values } = logMel(samples)
    expect(frames).toBe(198)
    const last = [...values.slice((frames - 1) * logMelBands)]
    expect(last.indexOf(Math.max(...last))).toBeGreaterThan(25)
    expect(last.indexOf(Math.max(...last))).toBeLessThan(30)
    const sum = values.reduce((total, value) => total + value, 0)
    expect(sum / values.length).toBeCloseTo(0, 3)
  })

  it('is the same voice at another loudness, and another with other overtones, for both networks', async () => {
    const listener = await openListener(folder)
    const hear = (samples: Float32Array) => listener.hear({ samples, rate: 24_000 })
    const [one, louder, other] = await Promise.all([
      hear(buzz(120, 2, 24_000)),
      hear(buzz(120, 2, 24_000).map(sample => sample * 1.5)),
      hear(buzz(260, 2, 24_000, 0.4)),
    ])
    expect(likeness(one, one)).toBeCloseTo(1, 3)
    for (const ear of ['speakerEncoder', 'campplus'] as const) {
      expect(likenessBy(ear, one, one), ear).toBeCloseTo(1, 3)
      expect(likenessBy(ear, one, louder), ear).toBeGreaterThan(0.98)
      expect(likenessBy(ear, one, other), ear).toBeLessThan(0.9)
    }
  })
})

describe('the space of voices', () => {
  const space = openVoiceSpace(folder)
  const middle = new Float64Array(20)

  it('has shares that sum to one everywhere, and the mean of all voices in its middle', () => {
    const far = middle.map((_, i) => (i % 3) - 1)
    for (const place of [middle, far]) {
      const shares = Object.values(space.mixAt(place))
      expect(shares).toHaveLength(54)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 2)
    }
    for (const share of Object.values(space.mixAt(middle))) expect(share).toBeCloseTo(1 / 54, 4)
    expect(space.distance(far)).toBeGreaterThan(space.distance(middle))
  })

  it('knows how native a place is', () => {
    expect(space.nativeness(middle, 'english')).toBeCloseTo(28 / 54, 3)
    expect(space.nativeness(middle, 'mandarin')).toBeCloseTo(8 / 54, 3)
    const most = Math.max(...space.known.map(({ place }) => space.nativeness(place, 'mandarin')))
    expect(most).toBeGreaterThan(0.8)
  })

  it('knows voices whose vectors have the length of one', () => {
    expect(space.known.length).toBeGreaterThan(150)
    for (const { heard, place } of space.known) {
      expect(likeness(heard, heard)).toBeCloseTo(1, 3)
      expect(place).toHaveLength(20)
    }
  })

  it('is searched from what is known towards what is wanted, never far from the pitch of the recording', () => {
    const [one, other] = [space.known[3]?.place ?? middle, space.known[8]?.place ?? middle]
    const wanted = one.map((value, i) => (value + (other[i] ?? 0)) / 2)
    const away = (place: Float64Array) => Math.hypot(...wanted.map((value, i) => value - (place[i] ?? 0)))
    const nearest = space.known.toSorted((a, b) => away(a.place) - away(b.place))
    const known = space.known.map(voice => ({ place: placeOf(voice), score: 1 - away(voice.place) / 10, doubt: 0.3 }))
    const random = createRandom(Float32Array.of(0.3))
    const proposals = createProposals({ hertz: 200, language: 'english', space, random })
    let tried = nearest.slice(0, 6).map(voice => ({ ...voice, hertz: 200 }))
    for (let i = 0; i < 12; i++) {
      const next = proposals.next(forecastFrom(known), tried.slice(0, 3), 1 - i / 12)
      expect(Math.abs(12 * Math.log2(next.hertz / 200))).toBeLessThanOrEqual(2.51)
      known.push({ place: placeOf(next), score: 1 - away(next.place) / 10, doubt: 0.05 })
      tried = [...tried, { ...next, heard: nearest[0]?.heard ?? new Float32Array() }].sort(
        (a, b) => away(a.place) - away(b.place),
      )
    }
    expect(away(tried[0]?.place ?? middle)).toBeLessThan(0.7 * away(nearest[0]?.place ?? middle))
  })
})

describe('a forecast', () => {
  const known = [-4, -2, 0, 2, 4].map(x => ({ place: Float64Array.of(x), score: -Math.abs(x), doubt: 0.001 }))
  const forecast = forecastFrom(known)

  it('says what is known where it is known, and is sure of it', () => {
    for (const { place, score } of known) expect(Math.abs(forecast.at(place).score - score)).toBeLessThan(0.3)
    expect(forecast.at(Float64Array.of(2)).doubt).toBeLessThan(forecast.at(Float64Array.of(14)).doubt / 5)
  })

  it('lies in between elsewhere', () => {
    const { score } = forecast.at(Float64Array.of(3))
    expect(score).toBeLessThan(-2)
    expect(score).toBeGreaterThan(-4)
  })
})

it('a size moves the tone of a sound, and is said so that pitch and pace come out right', () => {
  const effect = createSize(1.1)
  const samples = Float32Array.from([...effect.push(buzz(150, 1, 24_000)), ...effect.end()])
  expect(samples.length / 24_000).toBeCloseTo(1 / 1.1, 2)
  expect((melodyOf(recordedPitch({ samples, rate: 24_000 }))?.median ?? 0) / 165).toBeCloseTo(1, 1)
  const plain = { speed: 1, pitch: 0, swing: 1, tremble: 0, pauses: 1, isWhispered: false, isUrgent: false }
  expect(forSize(plain, 1.1)).toMatchObject({ speed: expect.closeTo(1 / 1.1), pitch: expect.closeTo(-1.65, 2) })
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
