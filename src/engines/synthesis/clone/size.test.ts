import { expect, it } from 'vitest'
import { plainManner } from '../../../core/speech.ts'
import type { Delivery, VoiceFamily } from '../voice-family.ts'
import { speak } from '../worker/speaking.ts'

const rate = 24_000

/** Says everything as two seconds of silence at the pace that it is asked for. */
function silentFamily(asked: Delivery[]): VoiceFamily {
  return {
    rate,
    async *speak(_line, _voice, delivery) {
      asked.push(delivery)
      yield new Float32Array(Math.round((2 * rate) / delivery.speed))
    },
    median: async () => 200,
    close: async () => undefined,
  }
}

async function secondsOf(size: number, asked: Delivery[]): Promise<number> {
  const recipe = { mix: {}, shift: 0, swing: 1, median: 200, size }
  const job = {
    text: 'One. Two.',
    voice: { kind: 'system', id: '' } as const,
    speed: 1,
    manner: plainManner,
    pronunciations: [],
    seed: 1,
  }
  let samples = 0
  for await (const piece of speak(job, { language: 'english', recipe }, silentFamily(asked))) samples += piece.length
  return samples / rate
}

it('a voice of another size takes as long as before, and is sounded lower and slower', async () => {
  const [plain, asked]: [Delivery[], Delivery[]] = [[], []]
  const seconds = await secondsOf(1, plain)
  expect(await secondsOf(1.1, asked)).toBeCloseTo(seconds, 1)
  expect(plain[0]).toMatchObject({ speed: 1, pitch: 0 })
  expect(asked[0]).toMatchObject({ speed: expect.closeTo(0.909, 3), pitch: expect.closeTo(-1.65, 2) })
})
