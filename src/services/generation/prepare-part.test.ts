import { readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PlatformError } from '../../core/errors.ts'
import { createSafeFetch } from '../../media/safe-fetch/safe-fetch.ts'
import { createSoundInspector } from '../../media/sound/inspect.ts'
import { encodeTone, wav } from '../../media/sound/test-sounds.ts'
import { createVideoInspector } from '../../media/video/inspect.ts'
import { video } from '../../media/video/test-videos.ts'
import type { MediaPart, PreparePart } from './prepare-media.ts'
import { createPreparePart } from './prepare-part.ts'

const param = 'messages[0].content[1]'
const served = new Map<string, Buffer>()
const safeFetch = createSafeFetch({ allow: ['127.0.0.1'] })
const sounds = createSoundInspector({ containers: ['mp3', 'wav'] })
const videos = createVideoInspector()
let folder = ''
let server: Server
let address = ''
let prepare: PreparePart

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-'))
  server = createServer((request, response) => {
    if (request.url === '/never') return
    const body = served.get(request.url ?? '')
    // The label lies: only the content counts.
    response.writeHead(body ? 200 : 404, { 'content-type': 'text/html' }).end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { inspect: inspectSound } = sounds
  const { inspect: inspectVideo } = videos
  prepare = createPreparePart({ fetch: safeFetch.fetch, inspectSound, inspectVideo, folder })
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await Promise.all([safeFetch.close(), sounds.close(), videos.close()])
  await rm(folder, { recursive: true })
})

function given(type: MediaPart['type'], bytes: Buffer | string, detail: 'low' | 'high' = 'low'): MediaPart {
  const data = typeof bytes === 'string' ? bytes : bytes.toString('base64')
  return { type, source: { kind: 'base64', mediaType: 'x/y', data }, detail, param }
}

function named(type: MediaPart['type'], path: string, detail: 'low' | 'high' = 'low'): MediaPart {
  return { type, source: { kind: 'url', url: path.startsWith('/') ? address + path : path }, detail, param }
}

async function refusal(part: MediaPart): Promise<string> {
  const error = await prepare(part, new AbortController().signal).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(PlatformError)
  expect(error).toMatchObject({ code: 'request_params_invalid', param })
  expect(readdirSync(folder)).toEqual([])
  return (error as PlatformError).message
}

const prepared = (part: MediaPart) => prepare(part, new AbortController().signal)
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .webp()
    .toBuffer()
const mp3 = async () => {
  const path = join(folder, '../', `tone-${process.pid}.mp3`)
  encodeTone(path, 'mp3', 'libmp3lame', 1, 24_000)
  const bytes = await readFile(path)
  await rm(path)
  return bytes
}

describe('pictures', () => {
  it.each([
    ['low', 512, 256],
    ['high', 1000, 500],
  ] as const)('are fetched or decoded, and scaled for %s', async (detail, width, height) => {
    const bytes = await picture(1000, 500)
    served.set('/picture', bytes)
    for (const part of [given('image', bytes, detail), named('image', '/picture', detail)]) {
      const { source, ...rest } = await prepared(part)
      expect(rest).toEqual({ type: 'image', detail, param })
      if (source.kind !== 'base64') throw new Error('no bytes')
      expect(source.mediaType).toBe('image/jpeg')
      expect(await sharp(Buffer.from(source.data, 'base64')).metadata()).toMatchObject({
        format: 'jpeg',
        width,
        height,
      })
    }
  })

  it('that are none are refused by what they are and what is accepted', async () => {
    expect(await refusal(given('image', wav(1)))).toBe(
      `"${param}": The picture is wav; accepted: jpg, png, webp and static gif.`,
    )
    served.set('/page', Buffer.from('<!doctype html><title>Hello</title>'))
    expect(await refusal(named('image', '/page'))).toContain('The picture is of no known kind; accepted: jpg')
    served.set('/large', Buffer.alloc(20 * 1024 * 1024 + 1))
    expect(await refusal(named('image', '/large'))).toBe(
      `"${param}" can't be fetched: 127.0.0.1 sent more than the 20971520 bytes that are accepted here.`,
    )
    expect(await refusal(given('image', Buffer.alloc(20 * 1024 * 1024 + 1)))).toContain('accepted: at most 20971520')
  })
})

describe('video', () => {
  it('goes on as it came, once it is known to be mp4', async () => {
    const bytes = video({ encoder: 'libx264', seconds: 2 })
    served.set('/video', bytes)
    for (const part of [given('video', bytes, 'high'), named('video', '/video', 'high')]) {
      const source = { kind: 'base64', mediaType: 'video/mp4', data: bytes.toString('base64') }
      expect(await prepared(part)).toEqual({ type: 'video', detail: 'high', param, source })
    }
    expect(readdirSync(folder)).toEqual([])
  })

  it('that is none is refused', async () => {
    expect(await refusal(given('video', video({ muxer: 'mov' })))).toBe(
      `"${param}": The video is QuickTime (mov); accepted: mp4.`,
    )
    served.set('/cut', video().subarray(0, 9000))
    expect(await refusal(named('video', '/cut'))).toContain('The mp4 is damaged or was cut')
    const large = 'A'.repeat(179_306_500)
    expect(await refusal(given('video', large))).toContain('accepted: at most 134217728')
  })
})

describe('sound', () => {
  it('goes on as it came, once it is known to be mp3 or wav', async () => {
    for (const [mediaType, bytes] of [
      ['audio/wav', wav(1)],
      ['audio/mpeg', await mp3()],
    ] as const) {
      const source = { kind: 'base64', mediaType, data: bytes.toString('base64') }
      expect(await prepared(given('audio', bytes))).toMatchObject({ type: 'audio', param, source })
    }
  })

  it('that is none, or in another format, is refused', async () => {
    expect(await refusal(given('audio', await picture(9, 9)))).toMatch(/no sound in a format .*accepted: mp3, wav\.$/)
    expect(await refusal(given('audio', wav(0)))).toContain('no sound that can be decoded')
    const flac = { container: 'flac', codec: 'flac', seconds: 1, sampleRate: 16_000, channels: 1 }
    const lenient = createPreparePart({
      fetch: safeFetch.fetch,
      inspectSound: async () => flac,
      inspectVideo: videos.inspect,
      folder,
    })
    await expect(lenient(given('audio', wav(1)), new AbortController().signal)).rejects.toMatchObject({
      param,
      message: `"${param}": The sound is flac; accepted: mp3, wav.`,
    })
    expect(
      await refusal(given('audio', wav(0, { promised: 1000 }).toString('base64').padEnd(35_000_000, 'A'))),
    ).toContain('accepted: at most 26214400')
  })
})

describe('what was sent', () => {
  it.each(['image', 'video', 'audio'] as const)('as %s must be base64', async type => {
    expect(await refusal(given(type, ''))).toBe(`"${param}": The base64 is empty.`)
    expect(await refusal(given(type, 'QUJDRA'))).toContain('The base64 has 6 characters; accepted: a multiple of 4')
    expect(await refusal(given(type, 'QU JDRA='))).toContain('holds something else than A–Z')
  })

  it.each(['image', 'video', 'audio'] as const)('as the address of %s must be within reach', async type => {
    expect(await refusal(named(type, 'http://10.1.2.3/x'))).toMatch(/^"messages.*" can't be fetched: 10\.1\.2\.3 /)
    expect(await refusal(named(type, '/missing'))).toContain("can't be fetched: 127.0.0.1 answered with status 404")
  })

  it.each(['image', 'video'] as const)('is left alone when the caller leaves: %s', async type => {
    const leaving = new AbortController()
    const waiting = prepare(named(type, '/never'), leaving.signal)
    const asked = new Promise(resolve => server.once('request', resolve))
    await asked
    leaving.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    expect(readdirSync(folder)).toEqual([])
    const gone = prepare(given(type, wav(1)), AbortSignal.abort())
    await expect(gone).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('is not blamed for what is wrong on this machine', async () => {
    const broken = createPreparePart({
      fetch: safeFetch.fetch,
      inspectSound: async () => {
        throw new Error('The sound worker stopped.')
      },
      inspectVideo: videos.inspect,
      folder,
    })
    const error = await broken(given('audio', wav(1)), new AbortController().signal).catch((caught: unknown) => caught)
    expect(error).not.toBeInstanceOf(PlatformError)
    expect(readdirSync(folder)).toEqual([])
  })
})
