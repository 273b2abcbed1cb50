import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chatRoutes } from '../src/api/chat/route.ts'
import { messageRoutes } from '../src/api/messages/route.ts'
import { responsesRoutes } from '../src/api/responses/route.ts'
import { tokenRoutes } from '../src/api/tokens/route.ts'
import type { MediaSource, UserPart } from '../src/core/generation.ts'
import { createScriptedEngine } from '../src/engines/scripted/scripted.ts'
import { createSafeFetch } from '../src/media/safe-fetch/safe-fetch.ts'
import { createSoundInspector } from '../src/media/sound/inspect.ts'
import { wav } from '../src/media/sound/test-sounds.ts'
import { createVideoInspector } from '../src/media/video/inspect.ts'
import { video } from '../src/media/video/test-videos.ts'
import { createPrepareMedia } from '../src/services/generation/prepare-media.ts'
import { createPreparePart } from '../src/services/generation/prepare-part.ts'
import { type GenerationServer, startGenerationServer } from './support/generation-server.ts'
import { ends, says } from './support/scripted-answers.ts'

const seeing = 'svc-3.7-flash'
const blind = 'svc-3.5-flash'
const replies = [{ events: [...says({ text: 'I see.' }), ends()] }]
const eyes = createScriptedEngine({ replies, sees: { image: true, video: true, audio: true } })
const none = createScriptedEngine({ replies })

const safeFetch = createSafeFetch({ allow: ['127.0.0.1'] })
const sounds = createSoundInspector({ containers: ['mp3', 'wav'] })
const videos = createVideoInspector()
let [folder, address] = ['', '']
let files: Server
let server: GenerationServer
let picture: Buffer
const clip = video()
let fetched = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-inputs-'))
  picture = await sharp({ create: { width: 1200, height: 900, channels: 3, background: 'navy' } })
    .jpeg()
    .toBuffer()
  files = createServer((request, response) => {
    fetched += 1
    response.end(request.url === '/clip.mp4' ? clip : picture)
  })
  await new Promise<void>(resolve => files.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(files.address() as AddressInfo).port}`
  const preparePart = createPreparePart({
    fetch: safeFetch.fetch,
    inspectSound: sounds.inspect,
    inspectVideo: videos.inspect,
    folder,
  })
  server = await startGenerationServer(
    { chat: chatRoutes, messages: messageRoutes, responses: responsesRoutes, tokens: tokenRoutes },
    { [seeing]: eyes, [blind]: none },
    createPrepareMedia(preparePart),
  )
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  files.closeAllConnections()
  files.close()
  await Promise.all([safeFetch.close(), sounds.close(), videos.close()])
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  eyes.requests.length = 0
  fetched = 0
})

interface Dialect {
  readonly path: string
  /** Where the picture's address is. */
  readonly param: string
  /** Of a picture whose detail is not given. */
  readonly usual: { readonly width: number; readonly height: number }
  body(model: string, url: string, detail?: 'low' | 'high'): object
}

const dialects: [string, Dialect][] = [
  [
    'chat',
    {
      path: '/v1/chat/completions',
      param: 'messages[0].content[1].image_url.url',
      usual: { width: 512, height: 384 },
      body: (model, url, detail) => ({
        model,
        messages: [user({ type: 'text', text: 'Look' }, { type: 'image_url', image_url: { url, detail } })],
      }),
    },
  ],
  [
    'messages',
    {
      path: '/v1/messages',
      param: 'messages[0].content[1].source.url',
      usual: { width: 1200, height: 900 },
      body: (model, url) => ({
        model,
        max_tokens: 10,
        messages: [user({ type: 'text', text: 'Look' }, { type: 'image', source: sourceBlock(url) })],
      }),
    },
  ],
  [
    'responses',
    {
      path: '/v1/responses',
      param: 'input[0].content[1].image_url.url',
      usual: { width: 512, height: 384 },
      body: (model, url, detail) => ({
        model,
        input: [user({ type: 'input_text', text: 'Look' }, { type: 'input_image', image_url: { url, detail } })],
      }),
    },
  ],
]

function user(...content: object[]) {
  return { role: 'user', content }
}

function sourceBlock(url: string): object {
  const data = /^data:(.*);base64,(.*)$/.exec(url)
  return data ? { type: 'base64', media_type: data[1], data: data[2] } : { type: 'url', url }
}

/** What reached the engine besides text. */
function seen(): { type: UserPart['type']; source: MediaSource }[] {
  return eyes.requests
    .flatMap(({ messages }) => messages.flatMap(message => ('parts' in message ? message.parts : [])))
    .flatMap(part => (part.type === 'text' ? [] : [{ type: part.type, source: part.source }]))
}

async function sizeOf(source: MediaSource | undefined) {
  if (source?.kind !== 'base64') throw new Error('the engine was given no bytes')
  const { format, width, height } = await sharp(Buffer.from(source.data, 'base64')).metadata()
  return { mediaType: source.mediaType, format, width, height }
}

async function refusal(path: string, body: object) {
  const response = await server.post(path, body)
  const { error } = (await response.json()) as { error: { type: string; message: string; param?: string } }
  return { status: response.status, ...error }
}

const dataUri = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`

describe.each(dialects)('a picture in %s', (name, { path, param, usual, body }) => {
  it('arrives as bytes, scaled, from a data URI or an address', async () => {
    for (const url of [dataUri('image/png', picture), `${address}/picture`]) {
      eyes.requests.length = 0
      expect((await server.post(path, body(seeing, url))).status).toBe(200)
      const [image, ...others] = seen()
      expect(others).toEqual([])
      expect(await sizeOf(image?.source)).toEqual({ mediaType: 'image/jpeg', format: 'jpeg', ...usual })
    }
  })

  it('is refused by its field when it is out of reach, or none', async () => {
    const problem = { status: 400, type: 'request_params_invalid', message: expect.stringContaining(param) }
    const shown = name === 'messages' ? problem : { ...problem, param }
    const unreachable = await refusal(path, body(seeing, 'http://192.168.0.1/picture.png'))
    expect(unreachable).toMatchObject(shown)
    expect(unreachable.message).toContain("can't be fetched: 192.168.0.1")
    const text = await refusal(path, body(seeing, dataUri('image/png', Buffer.from('no picture at all'))))
    expect(text).toMatchObject({
      status: 400,
      message: expect.stringContaining('accepted: jpg, png, webp and static gif'),
    })
    const broken = await refusal(path, body(seeing, 'data:image/png;base64,QUJ*'))
    expect(broken).toMatchObject({ status: 400, message: expect.stringContaining('base64') })
    expect(seen()).toEqual([])
  })

  it('is refused, and not fetched, when the engine can not see', async () => {
    const refused = await refusal(path, body(blind, `${address}/picture`))
    expect(refused).toMatchObject({ status: 400, type: 'request_params_invalid' })
    expect(refused.message).toBe(`"${param}": the engine behind "${blind}" takes no image.`)
    expect(fetched).toBe(0)
    expect(none.requests).toEqual([])
  })
})

describe('a picture', () => {
  it.each(dialects.filter(([name]) => name !== 'messages'))(
    'is as large as its detail says in %s',
    async (_, { path, body }) => {
      for (const [detail, width] of [
        ['low', 512],
        ['high', 1200],
      ] as const) {
        eyes.requests.length = 0
        await server.post(path, body(seeing, `${address}/picture`, detail))
        expect(await sizeOf(seen()[0]?.source)).toMatchObject({ width })
      }
    },
  )
})

describe('video and sound', () => {
  it('arrive in chat as they were sent', async () => {
    const content = [
      { type: 'text', text: 'Look and listen' },
      { type: 'video_url', video_url: { url: `${address}/clip.mp4` } },
      { type: 'video_url', video_url: { url: dataUri('video/mp4', clip) } },
      { type: 'input_audio', input_audio: { data: dataUri('audio/mp3', wav(1)) } },
    ]
    expect((await server.post('/v1/chat/completions', { model: seeing, messages: [user(...content)] })).status).toBe(
      200,
    )
    const film = { kind: 'base64', mediaType: 'video/mp4', data: clip.toString('base64') }
    const sound = { kind: 'base64', mediaType: 'audio/wav', data: wav(1).toString('base64') }
    expect(seen()).toEqual([
      { type: 'video', source: film },
      { type: 'video', source: film },
      { type: 'audio', source: sound },
    ])
  })

  it('arrive in responses: a video', async () => {
    const input = [user({ type: 'input_video', video_url: { url: `${address}/clip.mp4`, detail: 'low' } })]
    expect((await server.post('/v1/responses', { model: seeing, input })).status).toBe(200)
    expect(seen()).toMatchObject([{ type: 'video', source: { mediaType: 'video/mp4' } }])
  })

  it.each([
    ['video_url', { url: 'data:video/mp4;base64,QUJD' }, 'video_url.url', 'The video is not mp4; accepted: mp4.'],
    ['input_audio', { data: 'data:audio/wav;base64,QUJD' }, 'input_audio.data', 'accepted: mp3, wav.'],
  ])('are refused by their field: %s', async (type, value, field, message) => {
    const refused = await refusal('/v1/chat/completions', { model: seeing, messages: [user({ type, [type]: value })] })
    expect(refused).toMatchObject({
      status: 400,
      type: 'request_params_invalid',
      param: `messages[0].content[0].${field}`,
      message: expect.stringContaining(message),
    })
  })
})

describe('several choices, and counting', () => {
  it('fetch a picture once for all choices', async () => {
    const [, chat] = dialects[0] ?? []
    const response = await server.post('/v1/chat/completions', { ...chat?.body(seeing, `${address}/picture`), n: 5 })
    expect(response.status).toBe(200)
    expect(seen()).toHaveLength(5)
    expect(fetched).toBe(1)
  })

  it('refuse when the engine can not see', async () => {
    const messages = [user({ type: 'image_url', image_url: { url: `${address}/picture` } })]
    expect(await server.post('/v1/token/count', { model: seeing, messages })).toMatchObject({ status: 200 })
    expect(await refusal('/v1/token/count', { model: blind, messages })).toMatchObject({ status: 400 })
  })

  it('refuse more pictures than one request may hold', async () => {
    const parts = Array.from({ length: 65 }, () => ({ type: 'image_url', image_url: { url: `${address}/picture` } }))
    const refused = await refusal('/v1/chat/completions', { model: seeing, messages: [user(...parts)] })
    expect(refused).toMatchObject({ status: 400, param: 'messages[0].content[64].image_url.url' })
    expect(refused.message).toContain('at most 64')
    expect(fetched).toBe(0)
    const most = await server.post('/v1/chat/completions', { model: seeing, messages: [user(...parts.slice(1))] })
    expect(most.status).toBe(200)
    expect(seen()).toHaveLength(64)
  })
})
