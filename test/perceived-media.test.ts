import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chatRoutes } from '../src/api/chat/route.ts'
import { messageRoutes } from '../src/api/messages/route.ts'
import { responsesRoutes } from '../src/api/responses/route.ts'
import { tokenRoutes } from '../src/api/tokens/route.ts'
import type { Engine } from '../src/core/engine.ts'
import { PlatformError } from '../src/core/errors.ts'
import type { GenerationRequest, Message } from '../src/core/generation.ts'
import { createScriptedEngine } from '../src/engines/scripted/scripted.ts'
import { decodePixels } from '../src/media/pictures/decode-pixels.ts'
import { createSafeFetch } from '../src/media/safe-fetch/safe-fetch.ts'
import { createSoundInspector } from '../src/media/sound/inspect.ts'
import { wav } from '../src/media/sound/test-sounds.ts'
import { createVideoInspector } from '../src/media/video/inspect.ts'
import { createFrameSampler } from '../src/media/video/sample-frames.ts'
import { video } from '../src/media/video/test-videos.ts'
import { createPerceivePart } from '../src/services/generation/perceive-part.ts'
import { createPrepareMedia } from '../src/services/generation/prepare-media.ts'
import { createPreparePart } from '../src/services/generation/prepare-part.ts'
import { createPerception } from '../src/services/perception/perception.ts'
import { type GenerationServer, startGenerationServer } from './support/generation-server.ts'
import { ends, says } from './support/scripted-answers.ts'
import { startServer } from './support/server.ts'

const model = 'svc-3.5-flash'
const engine = createScriptedEngine({ replies: [{ events: [...says({ text: 'I see.' }), ends()] }] })
const safeFetch = createSafeFetch({ allow: [] })
const sounds = createSoundInspector({ containers: ['mp3', 'wav'] })
const videos = createVideoInspector()
const frames = createFrameSampler(4)
/** What was to be counted; each letter is a token. */
const counted: string[] = []
const counting: Engine = {
  ...engine,
  text: {
    sees: { image: false, video: false, audio: false },
    generate: (request, signal) => engine.text?.generate(request, signal) ?? nothing(),
    async countTokens({ messages }: GenerationRequest) {
      const words = textOf(messages)
      counted.push(...words)
      return words.join('').length
    },
  },
}
async function* nothing() {}
let folder = ''
let server: GenerationServer
let picture = ''
let said: string | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'perceived-media-'))
  const bytes = await sharp({ create: { width: 1200, height: 900, channels: 3, background: 'navy' } })
    .png()
    .toBuffer()
  picture = `data:image/png;base64,${bytes.toString('base64')}`
  const perception = createPerception({
    sight: {
      async look(bytes, _, signal) {
        const { given } = await decodePixels(bytes, { longest: 100 }, signal)
        const lines = [{ text: 'CLOSED ON SUNDAYS', left: 0, top: 0, width: 1, height: 1 }]
        return { ...given, kind: 'photo', colours: [{ name: 'dark blue', share: 1 }], lines, objects: [] }
      },
      close: async () => undefined,
    },
    sampleVideo: (path, _, signal) => frames.sample(path, signal),
    async hear() {
      if (said === undefined) throw new PlatformError('service_unavailable', 'The weights are on their way.')
      return said
    },
  })
  const inspectors = { fetch: safeFetch.fetch, inspectSound: sounds.inspect, inspectVideo: videos.inspect, folder }
  server = await startGenerationServer(
    { chat: chatRoutes, messages: messageRoutes, responses: responsesRoutes, tokens: tokenRoutes },
    { [model]: counting },
    createPrepareMedia(createPreparePart(inspectors), createPerceivePart(inspectors, perception)),
  )
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await Promise.all([safeFetch.close(), sounds.close(), videos.close(), frames.close()])
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  engine.requests.length = 0
  said = 'Good morning.'
})

/** All that the engine was told by the user. */
const told = () => textOf(engine.requests.flatMap(({ messages }) => messages))

function textOf(messages: readonly Message[]): string[] {
  return messages
    .flatMap(message => ('parts' in message ? message.parts : []))
    .map(part => (part.type === 'text' ? part.text : part.type))
}

const user = (...content: object[]) => ({ role: 'user', content })
const source = (url: string) => ({ type: 'base64', media_type: 'image/png', data: url.split(',')[1] })
const bodies: [string, string, (url: string) => object][] = [
  [
    'chat',
    '/v1/chat/completions',
    url => ({ model, messages: [user({ type: 'text', text: 'Look' }, { type: 'image_url', image_url: { url } })] }),
  ],
  [
    'messages',
    '/v1/messages',
    url => ({
      model,
      max_tokens: 10,
      messages: [user({ type: 'text', text: 'Look' }, { type: 'image', source: source(url) })],
    }),
  ],
  [
    'responses',
    '/v1/responses',
    url => ({
      model,
      input: [user({ type: 'input_text', text: 'Look' }, { type: 'input_image', image_url: { url } })],
    }),
  ],
]

describe.each(bodies)('a picture in %s for an engine that can not see', (_, path, body) => {
  it('is told in words, as large as it was sent', async () => {
    expect((await server.post(path, body(picture))).status).toBe(200)
    const [question, words, ...others] = told()
    expect(others).toEqual([])
    expect(question).toBe('Look')
    expect(words).toMatch(/^\[The user sent a picture\. .*1200×900 pixels.*dark blue/)
    expect(words).toContain('CLOSED ON SUNDAYS')
  })

  it('is refused by its field when it is none', async () => {
    const response = await server.post(path, body('data:image/png;base64,QUJD'))
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('accepted: jpg, png, webp and static gif')
    expect(engine.requests).toEqual([])
  })
})

describe('video and sound for an engine that can not take them', () => {
  const clip = { type: 'video_url', video_url: { url: `data:video/mp4;base64,${video().toString('base64')}` } }
  const speech = { type: 'input_audio', input_audio: { data: `data:audio/wav;base64,${wav(1).toString('base64')}` } }
  const send = (part: object) => server.post('/v1/chat/completions', { model, messages: [user(part)] })

  it('are told in words', async () => {
    expect((await send(clip)).status).toBe(200)
    expect((await send(speech)).status).toBe(200)
    const [film, sound] = told()
    expect(film).toMatch(/^\[The user sent a video\. .*CLOSED ON SUNDAYS.*"Good morning\."\]$/s)
    expect(sound).toBe('[The user sent a recording. What software heard in it: "Good morning."]')
  })

  it('are told without their speech while nobody can hear it; a recording has nothing else', async () => {
    said = undefined
    const other = { type: 'video_url', video_url: { ...clip.video_url, detail: 'high' } }
    expect((await send(other)).status).toBe(200)
    expect(told()[0]).toContain('Its sound could not be transcribed: The weights are on their way.')
    const longer = { type: 'input_audio', input_audio: { data: `data:audio/wav;base64,${wav(2).toString('base64')}` } }
    expect((await send(longer)).status).toBe(503)
  })
})

describe('the cost of a picture', () => {
  it('is that of its words', async () => {
    const messages = [user({ type: 'image_url', image_url: { url: picture } })]
    const response = await server.post('/v1/token/count', { model, messages })
    expect(response.status).toBe(200)
    const { data } = (await response.json()) as { data: { total_tokens: number } }
    const [words = ''] = counted
    expect(words).toContain('CLOSED ON SUNDAYS')
    expect(data.total_tokens).toBe(words.length)
  })
})

describe('the whole server', () => {
  it('answers 503 to a picture while what reads it is not there', async () => {
    const weights = await mkdtemp(join(tmpdir(), 'no-weights-'))
    const whole = await startServer({ environment: { MEDLEY_WEIGHTS: weights } })
    try {
      const { status, body } = await whole.json<{ error: { message: string } }>('/v1/chat/completions', {
        body: bodies[0]?.[2](picture),
      })
      expect(status).toBe(503)
      expect(body.error.message).toContain('pp-ocr-v4')
    } finally {
      await whole.stop()
      await rm(weights, { recursive: true })
    }
  })
})
