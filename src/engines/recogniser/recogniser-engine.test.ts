import { afterAll, expect, it } from 'vitest'
import { PlatformError } from '../../core/errors.ts'
import type { Weights } from '../../core/weights.ts'
import { createRecogniserEngine } from './recogniser-engine.ts'

const absent: Weights = {
  folder: name => {
    throw new PlatformError('service_unavailable', `${name} is on its way`)
  },
  state: () => ({ state: 'absent' }),
}
const engine = createRecogniserEngine({}, absent)
afterAll(() => engine.close())

const recognise = (samples: Float32Array, signal = new AbortController().signal) =>
  engine.recognition?.recognise({ model: 'svc-asr', samples, hotwords: [], effort: 'usual' }, signal)
const hum = (length: number) => Float32Array.from({ length }, (_, i) => Math.sin(i * 0.1) * 0.2)

it('says what it waits for', async () => {
  await expect(recognise(hum(16_000))).rejects.toThrow('whisper-base is on its way')
})

it('needs nothing to hear nothing', async () => {
  for (const samples of [new Float32Array(), new Float32Array(16_000), hum(500)]) {
    expect(await recognise(samples)).toMatchObject({ text: '', words: [] })
  }
})

it('takes half a minute at a time', async () => {
  await expect(recognise(hum(30 * 16_000 + 1))).rejects.toThrow('at most 480000 samples, got 480001')
})

it('does not begin for a caller who is gone', async () => {
  await expect(recognise(hum(16_000), AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
})
