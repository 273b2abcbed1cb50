import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textErrors } from '../support/recognition/text-errors.ts'
import { weightsHere } from '../support/recognition/weights-here.ts'
import { english, mandarin } from './synthesis/sentences.ts'
import { asWritten, type SpeakingServer, startSpeakingServer } from './synthesis/speaking-server.ts'

const able = ['kokoro-82m', 'whisper-base'].every(name => weightsHere().state(name).state === 'ready')
const why = 'needs kokoro-82m and whisper-base in MEDLEY_WEIGHTS'

describe.skipIf(!able)(`what the server says, it hears (${why})`, { timeout: 600_000 }, () => {
  let server: SpeakingServer
  beforeAll(async () => {
    server = await startSpeakingServer()
  })
  afterAll(() => server[Symbol.asyncDispose]())

  /** The share of words, or of letters, that come back as others. */
  async function errorShare(sentences: readonly string[], voices: readonly string[], language: string) {
    const counts = new Map(voices.map(voice => [voice, { errors: 0, total: 0 }]))
    const lines: string[] = []
    for (const [place, sentence] of sentences.entries()) {
      const voice = voices[place % voices.length] ?? ''
      const heard = await server.hear(await server.speak({ input: sentence, voice }), language)
      const { errors, total } = textErrors(asWritten(sentence, language), asWritten(heard, language), language)
      const count = counts.get(voice)
      if (count) counts.set(voice, { errors: count.errors + errors, total: count.total + total })
      if (errors > 0) lines.push(`${voice}: ${sentence} → ${heard}`)
    }
    const all = [...counts.values()]
    const share = all.reduce((sum, { errors }) => sum + errors, 0) / all.reduce((sum, { total }) => sum + total, 0)
    const byVoice = [...counts].map(([voice, { errors, total }]) => `${voice} ${((100 * errors) / total).toFixed(1)} %`)
    return { share, report: `${(100 * share).toFixed(1)} %: ${byVoice.join(', ')}\n${lines.join('\n')}` }
  }

  it('in English', async () => {
    const voices = ['lively-girl', 'magnetic-voiced-male', 'soft-spoken-gentleman', 'vibrant-youth', 'zixinnansheng']
    const { share, report } = await errorShare(english, voices, 'en')
    expect(share, report).toBeLessThan(0.1)
  })

  it('in Mandarin', async () => {
    const voices = ['elegantgentle-female', 'livelybreezy-female', 'zixinnansheng']
    const { share, report } = await errorShare(mandarin, voices, 'zh')
    expect(share, report).toBeLessThan(0.15)
  })
})
