import type { MediaSource, UserPart } from '../../../core/generation.ts'
import type { JsonRecord } from './record.ts'

export function mediaPart(part: Exclude<UserPart, { type: 'text' }>): JsonRecord {
  switch (part.type) {
    case 'image':
      return { type: 'image_url', image_url: { url: addressOf(part.source), detail: part.detail } }
    case 'video':
      return { type: 'video_url', video_url: { url: addressOf(part.source) } }
    case 'audio':
      return part.source.kind === 'base64'
        ? { type: 'input_audio', input_audio: { data: part.source.data, format: soundFormat(part.source.mediaType) } }
        : { type: 'audio_url', audio_url: { url: part.source.url } }
  }
}

function addressOf(source: MediaSource): string {
  return source.kind === 'url' ? source.url : `data:${source.mediaType};base64,${source.data}`
}

function soundFormat(mediaType: string): string {
  const subtype = mediaType.slice(mediaType.indexOf('/') + 1)
  switch (subtype) {
    case 'mpeg':
      return 'mp3'
    case 'wave':
    case 'x-wav':
    case 'vnd.wave':
      return 'wav'
    default:
      return subtype
  }
}
