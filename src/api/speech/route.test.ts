import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '../../../test/support/test-app.ts'
import type { ApiKey } from '../../core/keys.ts'
import type { SpeechRequest } from '../../core/speech.ts'
import { createScriptedSpeech } from '../../engines/scripted/speech.ts'
import { addFamily } from '../../http/server.ts'
import { createSoundStudio } from '../../media/sound/studio/studio.ts'
import { createModels } from '../../services/models.ts'
import type { Results } from '../../services/results.ts'
import { createSpeech } from '../../services/speech/speech.ts'
import { speechRoutes } from './route.ts'

const folder = mkdtempSync(join(tmpdir(), 'speech-route-'))
const studio = createSoundStudio({ folder })
const engine = createScriptedSpeech({ hang: { when: 'forever', after: 2 } })
const key: ApiKey = { id: 'k', projectId: 'p', name: '', hint: '', hash: '', admin: false, limits: {}, createdAt: 0 }
const statuses: number[] = []
let app: FastifyInstance
let url: string

beforeAll(async () => {
  const speech = createSpeech({
    models: createModels([], 0),
    engineOf: () => engine,
    voiceOf: async (_, id) => ({ kind: 'system', id }),
    studio,
    onUsage: () => {},
  })
  app = createTestApp({ onServed: ({ status }) => void statuses.push(status) })
  const links = { sign: () => '', check: () => 'forged' as const }
  const parts = { speech, results: {} as Results, links, publicUrl: undefined, now: Date.now }
  addFamily(app, 'speech', { authenticate: () => key, admit: () => {} }, speechRoutes(parts))
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  app.server.closeAllConnections()
  await app.close()
  await studio.close()
  rmSync(folder, { recursive: true })
})

const post = (body: object, signal?: AbortSignal) =>
  fetch(`${url}/v1/audio/speech`, {
    method: 'POST',
    headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'svcaudio-2.5-tts', input: 'Hello', voice: 'lively-girl', ...body }),
    ...(signal && { signal }),
  })

const lastRequest = (): SpeechRequest | undefined => engine.requests.at(-1)

it.each([
  ['a stream of sound', { response_format: 'pcm' }],
  ['events', { response_format: 'pcm', stream_format: 'sse' }],
])('the engine ends when the reader of %s leaves', async (_, body) => {
  const leaving = new AbortController()
  const response = await post({ input: 'one two three forever', ...body }, leaving.signal)
  await response.body?.getReader().read()
  const signal = engine.signals.at(-1)
  expect(signal?.aborted).toBe(false)
  leaving.abort()
  await expect.poll(() => signal?.aborted).toBe(true)
  await expect.poll(() => statuses.at(-1)).toBe(499)
})

it('the engine ends when who waits for a whole file leaves', async () => {
  const leaving = new AbortController()
  const waiting = post({ input: 'a b c forever', response_format: 'wav' }, leaving.signal).catch(() => 'left')
  await expect.poll(() => lastRequest()?.text).toBe('a b c forever')
  const signal = engine.signals.at(-1)
  leaving.abort()
  expect(await waiting).toBe('left')
  await expect.poll(() => signal?.aborted).toBe(true)
})

it('the engine is told what was asked for, in our own words', async () => {
  const body = {
    input: '(whisper) 阿胶 is sold',
    speed: 1.5,
    instruction: 'slowly',
    pronunciation_map: [{ tone: ['阿胶/e1 jiao1'] }, { tone: 'sold/soled' }],
  }
  expect((await post(body)).status).toBe(200)
  expect(lastRequest()).toMatchObject({
    model: 'svcaudio-2.5-tts',
    text: '阿胶 is sold',
    voice: { kind: 'system', id: 'lively-girl' },
    speed: 1.5,
    manner: { pace: 0.8, whisper: 0.9, instruction: 'slowly; whisper' },
    pronunciations: [
      { written: '阿胶', spoken: 'e1 jiao1' },
      { written: 'sold', spoken: 'soled' },
    ],
  })
})
