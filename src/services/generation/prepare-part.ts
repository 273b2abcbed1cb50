import { buffer } from 'node:stream/consumers'
import { invalid } from '../../core/errors.ts'
import type { MediaSource } from '../../core/generation.ts'
import { Base64Error, encodeBase64 } from '../../media/base64.ts'
import { maxPictureBytes, PictureError, preparePicture } from '../../media/pictures/prepare-picture.ts'
import { FetchRefused, type SafeFetch } from '../../media/safe-fetch/safe-fetch.ts'
import { SoundError, type SoundFacts } from '../../media/sound/inspect.ts'
import { type TemporaryFile, withTemporaryFile } from '../../media/temporary-file.ts'
import { createTurns } from '../../media/turns.ts'
import { VideoError, type VideoFacts } from '../../media/video/inspect.ts'
import { mediaBytes } from './media-bytes.ts'
import type { MediaPart, PreparePart } from './prepare-media.ts'

export interface PartInspectors {
  readonly fetch: SafeFetch
  readonly inspectSound: (path: string, signal: AbortSignal) => Promise<SoundFacts>
  readonly inspectVideo: (path: string, signal: AbortSignal) => Promise<VideoFacts>
  /** Where video and sound lie while they are looked at. */
  readonly folder: string
}

const megabyte = 1024 * 1024
const limits = {
  image: { maxBytes: maxPictureBytes, timeoutMs: 20_000 },
  video: { maxBytes: 128 * megabyte, timeoutMs: 120_000 },
  audio: { maxBytes: 25 * megabyte, timeoutMs: 20_000 },
}
/** Pictures are decoded in the threads that also read files and look up names: some are left for that. */
const picturesAtOnce = 2
const soundTypes = new Map([
  ['mp3', 'audio/mpeg'],
  ['wav', 'audio/wav'],
])

export function createPreparePart({ fetch, inspectSound, inspectVideo, folder }: PartInspectors): PreparePart {
  const turns = createTurns(picturesAtOnce)

  const bytesOf = (part: MediaPart, signal: AbortSignal) => mediaBytes(part.source, limits[part.type], fetch, signal)

  async function pictureSource(part: MediaPart & { type: 'image' }, signal: AbortSignal): Promise<MediaSource> {
    const bytes = await buffer(bytesOf(part, signal))
    const { mediaType, data } = await turns.take(() => preparePicture(bytes, part), signal)
    return { kind: 'base64', mediaType, data: data.toString('base64') }
  }

  /** Video and sound go on as they came: `inspect` only tells their type. */
  function fileSource(part: MediaPart, signal: AbortSignal, inspect: (path: string) => Promise<string>) {
    return withTemporaryFile(folder, bytesOf(part, signal), async (file): Promise<MediaSource> => {
      const mediaType = await inspect(file.path)
      return { kind: 'base64', mediaType, data: await base64Of(part.source, file) }
    })
  }

  async function sourceOf(part: MediaPart, signal: AbortSignal): Promise<MediaSource> {
    switch (part.type) {
      case 'image':
        return pictureSource(part, signal)
      case 'video':
        return fileSource(part, signal, async path => {
          await inspectVideo(path, signal)
          return 'video/mp4'
        })
      case 'audio':
        return fileSource(part, signal, async path => soundType(await inspectSound(path, signal)))
    }
  }

  return async (part, signal) => {
    try {
      const source = await sourceOf(part, signal)
      signal.throwIfAborted()
      return { ...part, source }
    } catch (error) {
      throw signal.aborted ? signal.reason : asInvalid(part.param, error)
    }
  }
}

function base64Of(source: MediaSource, file: TemporaryFile): Promise<string> | string {
  return source.kind === 'base64' ? source.data : encodeBase64(file.read())
}

function soundType({ container }: SoundFacts): string {
  const type = soundTypes.get(container)
  if (type === undefined) throw new SoundError(`The sound is ${container}; accepted: mp3, wav.`)
  return type
}

const faultsOfMedia = [Base64Error, PictureError, SoundError, VideoError]

function asInvalid(param: string, error: unknown): unknown {
  if (error instanceof FetchRefused) return invalid(param, `"${param}" can't be fetched: ${error.message}`)
  if (error instanceof Error && faultsOfMedia.some(fault => error instanceof fault)) {
    return invalid(param, `"${param}": ${error.message}`)
  }
  return error
}
