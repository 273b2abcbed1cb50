import { describe, expect, it } from 'vitest'
import type { TranscriptEvent } from '../recognition/transcription.ts'
import { createHear } from './hear.ts'

const { signal } = new AbortController()
const segment = (text: string): TranscriptEvent => ({ type: 'segment', segment: { text, language: 'en', words: [] } })
const ended: TranscriptEvent = {
  type: 'ended',
  seconds: 2,
  language: 'en',
  usage: { inputTokens: 1, outputTokens: 1 },
}

describe('hearing', () => {
  it('is what a recogniser writes, at nobody’s cost', async () => {
    const hear = createHear(async function* (caller, { model, param }, path) {
      yield segment(`${caller} ${model} ${param}`)
      yield segment(` ${path}`)
      yield ended
    }, 'svc-asr')
    expect(await hear('/clip', 'content[0]', signal)).toBe('undefined svc-asr content[0] /clip')
  })

  it('ends once more would not be told anyway', async () => {
    let given = 0
    const hear = createHear(async function* () {
      for (;;) {
        given += 1
        yield segment('a sentence of about thirty letters.')
      }
    }, 'svc-asr')
    expect((await hear('/long', 'content[0]', signal)).length).toBeLessThan(5000)
    expect(given).toBeLessThan(200)
  })
})
