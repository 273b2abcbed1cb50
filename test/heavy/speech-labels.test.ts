import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MannerChange } from '../../src/services/speech/manner-change.ts'
import { moods } from '../../src/services/speech/moods.ts'
import { emotions, styles } from '../../src/services/speech/voice-labels.ts'
import { weightsHere } from '../support/recognition/weights-here.ts'
import { type Measured, measured } from './synthesis/measured-speech.ts'
import { type SpeakingServer, startSpeakingServer } from './synthesis/speaking-server.ts'

const able = weightsHere().state('kokoro-82m').state === 'ready'
const labels = [
  ...emotions.map(([chinese, mood]) => ['emotion', chinese, mood] as const),
  ...styles.map(([chinese, mood]) => ['style', chinese, mood] as const),
]

const semitones = (to: number, from: number) => 12 * Math.log2(to / from)

describe.skipIf(!able)('each label is heard (needs kokoro-82m in MEDLEY_WEIGHTS)', { timeout: 300_000 }, () => {
  let server: SpeakingServer
  let plain: Measured
  const said = async (label: object): Promise<Measured> => {
    const order = { input: 'The garden gate is open today.', voice: 'lively-girl', response_format: 'pcm' }
    return measured(await server.speak({ ...order, model: 'svc-tts-2', ...label }))
  }
  beforeAll(async () => {
    server = await startSpeakingServer()
    plain = await said({})
  })
  afterAll(() => server[Symbol.asyncDispose]())

  it.each(labels)('%s %s', async (kind, chinese, mood) => {
    const { pace = 1, pitch = 0, gain = 0, swing = 1, stutter = 0 }: MannerChange = moods[mood]
    const heard = await said({ voice_label: { [kind]: chinese } })
    const length = heard.seconds / plain.seconds
    if (stutter > 0) expect(length).toBeGreaterThan(1.1 / pace)
    else expect(length * pace).toSatisfy((share: number) => Math.abs(share - 1) < 0.1)
    // A clause that is hurried or dragged has another melody; that stretching leaves the pitch alone is shown elsewhere.
    if (pace > 0.75 && pace < 1.3) expect(Math.abs(semitones(heard.pitch, plain.pitch) - pitch)).toBeLessThan(1.4)
    if (gain >= 2) expect(heard.loudness).toBeGreaterThan(plain.loudness + 1)
    if (gain <= -2) expect(heard.loudness).toBeLessThan(plain.loudness - 1)
    if (swing >= 1.4) expect(heard.swing).toBeGreaterThan(plain.swing * 1.1)
    if (swing <= 0.6) expect(heard.swing).toBeLessThan(plain.swing * 0.95)
  })
})
