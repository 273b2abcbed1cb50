import { afterAll, describe, expect, it } from 'vitest'
import { PlatformError } from '../../core/errors.ts'
import { plainManner, type SpeechRequest } from '../../core/speech.ts'
import { systemVoices } from '../../core/system-voices.ts'
import type { Weights } from '../../core/weights.ts'
import { recipes } from './recipes.ts'
import { createSynthesisEngine } from './synthesis-engine.ts'

const arriving: Weights = {
  folder: name => {
    throw new PlatformError('service_unavailable', `${name}: 40 %`, { retryAfter: 9 })
  },
  state: () => ({ state: 'arriving', percent: 40 }),
}
const engine = createSynthesisEngine({ weights: arriving, learned: '/nowhere', preload: true })
afterAll(() => engine.close())

const request: SpeechRequest = {
  model: 'svc-tts-2',
  text: 'Hello.',
  voice: { kind: 'system', id: 'lively-girl' },
  speed: 1,
  manner: plainManner,
  pronunciations: [],
  seed: 1,
}

async function begin(more: Partial<SpeechRequest>, weights?: Weights): Promise<unknown> {
  const speaker = weights ? createSynthesisEngine({ weights, learned: '/nowhere' }) : engine
  const sounds = speaker.speech?.speak({ ...request, ...more }, new AbortController().signal)
  return sounds?.[Symbol.asyncIterator]().next()
}

describe('synthesis', () => {
  it('has every voice of the system', () => {
    expect(Object.keys(recipes).sort()).toEqual(systemVoices.map(({ id }) => id).sort())
  })

  it('tells how far its weights have come', async () => {
    await expect(begin({})).rejects.toMatchObject({
      code: 'service_unavailable',
      retryAfter: 9,
      message: expect.stringContaining('kokoro-82m: 40 %'),
    })
  })

  it('names the voices that there are', async () => {
    const weights: Weights = { folder: () => '/nowhere', state: () => ({ state: 'ready', folder: '/nowhere' }) }
    const asked = begin({ voice: { kind: 'system', id: 'nobody' } }, weights)
    await expect(asked).rejects.toMatchObject({
      param: 'voice',
      message: expect.stringMatching(/"nobody".*lively-girl/),
    })
  })
})
