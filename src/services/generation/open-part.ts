import { buffer } from 'node:stream/consumers'
import { invalid } from '../../core/errors.ts'
import { Base64Error } from '../../media/base64.ts'
import { maxPictureBytes, PictureError } from '../../media/pictures/prepare-picture.ts'
import { FetchRefused, type SafeFetch } from '../../media/safe-fetch/safe-fetch.ts'
import { SoundError, type SoundFacts } from '../../media/sound/inspect.ts'
import { type TemporaryFile, withTemporaryFile } from '../../media/temporary-file.ts'
import { VideoError, type VideoFacts } from '../../media/video/inspect.ts'
import { mediaBytes } from './media-bytes.ts'
import type { MediaPart } from './prepare-media.ts'

export interface PartInspectors {
  readonly fetch: SafeFetch
  readonly inspectSound: (path: string, signal: AbortSignal) => Promise<SoundFacts>
  readonly inspectVideo: (path: string, signal: AbortSignal) => Promise<VideoFacts>
  /** Where video and sound lie while they are looked at. */
  readonly folder: string
}

/** What is done with each kind of part once it is here; video and sound have been checked by then. */
export interface PartUses<T> {
  picture(part: MediaPart & { type: 'image' }, bytes: Buffer): Promise<T>
  video(part: MediaPart & { type: 'video' }, file: TemporaryFile): Promise<T>
  sound(part: MediaPart & { type: 'audio' }, file: TemporaryFile, mediaType: string): Promise<T>
}

const megabyte = 1024 * 1024
const limits = {
  image: { maxBytes: maxPictureBytes, timeoutMs: 20_000 },
  video: { maxBytes: 128 * megabyte, timeoutMs: 120_000 },
  audio: { maxBytes: 25 * megabyte, timeoutMs: 20_000 },
}
const soundTypes = new Map([
  ['mp3', 'audio/mpeg'],
  ['wav', 'audio/wav'],
])

/** Fetches a part and hands it over. Whatever is wrong with it is told by the name of its field. */
export function createOpenPart({ fetch, inspectSound, inspectVideo, folder }: PartInspectors) {
  const bytesOf = (part: MediaPart, signal: AbortSignal) => mediaBytes(part.source, limits[part.type], fetch, signal)

  async function open<T>(part: MediaPart, uses: PartUses<T>, signal: AbortSignal): Promise<T> {
    switch (part.type) {
      case 'image':
        return uses.picture(part, await buffer(bytesOf(part, signal)))
      case 'video':
        return withTemporaryFile(folder, bytesOf(part, signal), async file => {
          await inspectVideo(file.path, signal)
          return uses.video(part, file)
        })
      case 'audio':
        return withTemporaryFile(folder, bytesOf(part, signal), async file =>
          uses.sound(part, file, soundType(await inspectSound(file.path, signal))),
        )
    }
  }

  return async <T>(part: MediaPart, uses: PartUses<T>, signal: AbortSignal): Promise<T> => {
    try {
      const result = await open(part, uses, signal)
      signal.throwIfAborted()
      return result
    } catch (error) {
      throw signal.aborted ? signal.reason : asInvalid(part.param, error)
    }
  }
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
