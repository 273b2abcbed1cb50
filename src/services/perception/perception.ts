import { createHash } from 'node:crypto'
import { PlatformError } from '../../core/errors.ts'
import type { Sight, Sighting } from '../../core/sight.ts'
import type { TemporaryFile } from '../../media/temporary-file.ts'
import type { SampledFrames } from '../../media/video/sample-frames.ts'
import type { Hear } from './hear.ts'
import { createMemory } from './memory.ts'
import { pictureWords } from './picture-words.ts'
import { fitInto } from './room.ts'
import { type SeenVideo, videoWords } from './video-words.ts'

export interface PerceptionParts {
  readonly sight: Sight
  readonly sampleVideo: (path: string, detail: 'low' | 'high', signal: AbortSignal) => Promise<SampledFrames>
  readonly hear: Hear
}

/** Puts pictures, video and sound into words, each with room for about so many tokens. */
export interface Perception {
  picture(bytes: Uint8Array, detail: 'low' | 'high', room: number, signal: AbortSignal): Promise<string>
  video(file: TemporaryFile, detail: 'low' | 'high', param: string, room: number, signal: AbortSignal): Promise<string>
  sound(file: TemporaryFile, param: string, room: number, signal: AbortSignal): Promise<string>
}

const remembered = 64

export function createPerception({ sight, sampleVideo, hear }: PerceptionParts): Perception {
  const seenBefore = createMemory<Sighting>(remembered)
  const watchedBefore = createMemory<SeenVideo>(remembered)
  const heardBefore = createMemory<string>(remembered)

  const see = (bytes: Uint8Array, detail: 'low' | 'high', signal: AbortSignal) =>
    seenBefore(`${detail} ${createHash('sha256').update(bytes).digest('base64')}`, () =>
      sight.look(bytes, detail, signal),
    )

  async function watch(path: string, detail: 'low' | 'high', param: string, signal: AbortSignal): Promise<SeenVideo> {
    const { seconds, frames } = await sampleVideo(path, detail, signal)
    const looks = []
    for (const { at, picture } of frames) looks.push({ at, seen: await sight.look(picture, 'low', signal) })
    return { seconds, looks, sound: await soundOf(path, param, signal) }
  }

  /** A video is worth describing without its sound as well. */
  async function soundOf(path: string, param: string, signal: AbortSignal): Promise<SeenVideo['sound']> {
    try {
      return { said: await hear(path, param, signal) }
    } catch (error) {
      if (!(error instanceof PlatformError) || signal.aborted) throw error
      return error.code === 'request_params_invalid' ? 'none' : { unheard: error.message }
    }
  }

  return {
    async picture(bytes, detail, room, signal) {
      const words = pictureWords(await see(bytes, detail, signal), room)
      return `[The user sent a picture. What software saw in it: ${words}]`
    },
    async video(file, detail, param, room, signal) {
      const name = `${detail} ${await nameOf(file)}`
      const watched = await watchedBefore(
        name,
        () => watch(file.path, detail, param, signal),
        ({ sound }) => sound === 'none' || 'said' in sound,
      )
      return `[The user sent a video. What software saw and heard in it: ${videoWords(watched, room)}]`
    },
    async sound(file, param, room, signal) {
      const said = await heardBefore(await nameOf(file), () => hear(file.path, param, signal))
      return said === ''
        ? '[The user sent a recording. No speech was heard in it.]'
        : `[The user sent a recording. What software heard in it: "${fitInto(said, room)}"]`
    },
  }
}

async function nameOf(file: TemporaryFile): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of file.read()) hash.update(chunk)
  return hash.digest('base64')
}
