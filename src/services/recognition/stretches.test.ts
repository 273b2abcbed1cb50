import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLoudnessDetector } from '../../../test/support/recognition/loudness-detector.ts'
import { mapInOrder } from './map-in-order.ts'
import { cutStretches, type Stretch } from './stretches.ts'

const rate = 16_000

/** Loud and silent stretches in turn, beginning with silence, in milliseconds. */
function soundOf(milliseconds: readonly number[]): Float32Array {
  const total = milliseconds.reduce((sum, ms) => sum + ms * 16, 0)
  const sound = new Float32Array(total)
  let at = 0
  milliseconds.forEach((ms, index) => {
    if (index % 2 === 1) sound.fill(0.5, at, at + ms * 16)
    at += ms * 16
  })
  return sound
}

async function cut(sound: Float32Array, size = 7777): Promise<Stretch[]> {
  const pieces = async function* () {
    for (let at = 0; at < sound.length; at += size) yield sound.subarray(at, at + size)
  }
  const stretches: Stretch[] = []
  for await (const stretch of cutStretches(pieces(), createLoudnessDetector().open())) stretches.push(stretch)
  return stretches
}

const times = (stretches: readonly Stretch[]) =>
  stretches.map(({ start, samples }) => [start, start + samples.length / rate].map(time => Math.round(time)))

describe('stretches', () => {
  it('leave silence and clicks out', async () => {
    expect(await cut(soundOf([5000]))).toEqual([])
    expect(await cut(soundOf([2000, 40, 2000]))).toEqual([])
    expect(await cut(new Float32Array(0))).toEqual([])
  })

  it('end with a long pause, and go over short ones', async () => {
    expect(times(await cut(soundOf([1000, 2000, 500, 2000, 4000, 3000, 1000])))).toEqual([
      [1, 6],
      [9, 13],
    ])
  })

  it('are cut at the next pause once they are long enough', async () => {
    const sentences = Array.from({ length: 8 }, () => [500, 5000]).flat()
    const stretches = await cut(soundOf(sentences))
    expect(stretches).toHaveLength(2)
    for (const { samples } of stretches) expect(Math.abs(samples[0] ?? 1)).toBe(0)
  })

  it('without a pause are cut all the same', async () => {
    const stretches = await cut(soundOf([0, 60_000]))
    expect(Math.max(...stretches.map(({ samples }) => samples.length / rate))).toBeLessThanOrEqual(28.1)
    expect(stretches.reduce((sum, { samples }) => sum + samples.length, 0)).toBe(60 * rate)
  })

  it('hold everything that was said, once and in order, however the sound arrives', async () => {
    const lengths = fc.array(fc.integer({ min: 200, max: 9000 }), { minLength: 1, maxLength: 14 })
    await fc.assert(
      fc.asyncProperty(lengths, fc.integer({ min: 100, max: 50_000 }), async (milliseconds, size) => {
        const sound = soundOf(milliseconds)
        const stretches = await cut(sound, size)
        const loud = (samples: Float32Array) => samples.reduce((sum, sample) => sum + (sample > 0 ? 1 : 0), 0)
        expect(stretches.reduce((sum, { samples }) => sum + loud(samples), 0)).toBe(loud(sound))
        let free = 0
        for (const { start, samples } of stretches) {
          expect(start).toBeGreaterThanOrEqual(free - 1e-9)
          expect(samples.length / rate).toBeLessThanOrEqual(28.6)
          const at = Math.round(start * rate)
          expect(sound.subarray(at, at + samples.length)).toEqual(samples)
          free = start + samples.length / rate
        }
        expect(free).toBeLessThanOrEqual(sound.length / rate + 1e-9)
      }),
      { numRuns: 25 },
    )
  })
})

describe('work in order', () => {
  async function* numbers(count: number, onTaken: (n: number) => void = () => {}) {
    for (let n = 0; n < count; n++) {
      onTaken(n)
      yield n
    }
  }

  it('is done several at a time, and no further ahead', async () => {
    let taken = 0
    let running = 0
    let most = 0
    const results: number[] = []
    const work = async (n: number) => {
      most = Math.max(most, ++running)
      await new Promise(resolve => setTimeout(resolve, (10 - n) % 4))
      running--
      return n * 2
    }
    for await (const result of mapInOrder(
      numbers(10, n => {
        taken = n
      }),
      3,
      work,
    )) {
      results.push(result)
      expect(taken).toBeLessThanOrEqual(results.length + 2)
    }
    expect(results).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18])
    expect(most).toBe(3)
  })

  it('fails where it fails, and ends its source', async () => {
    let isEnded = false
    async function* source() {
      try {
        yield* numbers(10)
      } finally {
        isEnded = true
      }
    }
    const seen: number[] = []
    const work = async (n: number) => {
      if (n === 2) throw new Error('two')
      return n
    }
    await expect(
      (async () => {
        for await (const n of mapInOrder(source(), 2, work)) seen.push(n)
      })(),
    ).rejects.toThrow('two')
    expect([seen, isEnded]).toEqual([[0, 1], true])
  })
})
