import { afterAll, describe, expect, it } from 'vitest'
import { detectorFrame } from '../../core/detector.ts'
import { createSpeechDetector } from './detector.ts'
import { music, noise, silence, vowels } from './sounds.fixture.ts'

const detector = createSpeechDetector()
afterAll(() => detector.close())

async function listen(samples: Float32Array): Promise<Float32Array> {
  const stream = detector.open()
  const probabilities = await stream.push(samples)
  stream.close()
  return probabilities
}

function share(probabilities: Float32Array, above: number): number {
  return probabilities.filter(value => value > above).length / probabilities.length
}

describe('the detector', () => {
  it('hears a voice', async () => {
    expect(share(await listen(vowels(3)), 0.5)).toBeGreaterThan(0.5)
  })

  it.each([
    ['silence', silence(3)],
    ['noise', noise(3)],
    ['music', music(3)],
  ])('hears no voice in %s', async (_, samples) => {
    expect(share(await listen(samples), 0.5)).toBeLessThan(0.05)
  })

  it('hears the same in pieces as in one', async () => {
    const samples = vowels(1)
    const whole = await listen(samples)
    const stream = detector.open()
    const pieces: number[] = []
    for (let at = 0; at < samples.length; at += 3 * detectorFrame) {
      pieces.push(...(await stream.push(samples.subarray(at, at + 3 * detectorFrame))))
    }
    expect(pieces).toHaveLength(whole.length)
    pieces.forEach((value, place) => {
      expect(value).toBeCloseTo(whole[place] ?? -1, 4)
    })
  })

  it('keeps many listeners apart', async () => {
    const [voice, hiss] = [vowels(2), noise(2)]
    const alone = await listen(voice)
    const heard = await Promise.all(Array.from({ length: 20 }, (_, place) => listen(place % 2 ? hiss : voice)))
    for (const [place, probabilities] of heard.entries()) {
      if (place % 2) expect(Math.max(...probabilities)).toBeLessThan(0.5)
      else for (const [frame, value] of probabilities.entries()) expect(value).toBeCloseTo(alone[frame] ?? -1, 3)
    }
  })

  it('refuses parts of frames, and everything once closed', async () => {
    await expect(detector.open().push(new Float32Array(100))).rejects.toThrow('frames are 512 samples each')
    const stream = detector.open()
    expect(await stream.push(new Float32Array())).toHaveLength(0)
    stream.close()
    await expect(stream.push(silence(1))).rejects.toThrow('closed')
  })
})
