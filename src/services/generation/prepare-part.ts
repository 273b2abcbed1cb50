import type { MediaSource } from '../../core/generation.ts'
import { encodeBase64 } from '../../media/base64.ts'
import { preparePicture } from '../../media/pictures/prepare-picture.ts'
import type { TemporaryFile } from '../../media/temporary-file.ts'
import { createTurns } from '../../media/turns.ts'
import { createOpenPart, type PartInspectors } from './open-part.ts'
import type { PreparePart } from './prepare-media.ts'

/** Pictures are decoded in the threads that also read files and look up names: some are left for that. */
const picturesAtOnce = 2

export function createPreparePart(inspectors: PartInspectors): PreparePart {
  const openPart = createOpenPart(inspectors)
  const turns = createTurns(picturesAtOnce)

  return async (part, signal) => {
    const source = await openPart<MediaSource>(
      part,
      {
        async picture(picture, bytes) {
          const { mediaType, data } = await turns.take(() => preparePicture(bytes, picture), signal)
          return { kind: 'base64', mediaType, data: data.toString('base64') }
        },
        // Video and sound go on as they came.
        video: async ({ source }, file) => ({
          kind: 'base64',
          mediaType: 'video/mp4',
          data: await base64Of(source, file),
        }),
        sound: async ({ source }, file, mediaType) => ({
          kind: 'base64',
          mediaType,
          data: await base64Of(source, file),
        }),
      },
      signal,
    )
    return { ...part, source }
  }
}

function base64Of(source: MediaSource, file: TemporaryFile): Promise<string> | string {
  return source.kind === 'base64' ? source.data : encodeBase64(file.read())
}
