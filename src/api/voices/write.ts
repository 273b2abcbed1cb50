import type { Page } from '../../core/page.ts'
import type { SystemVoice } from '../../core/system-voices.ts'
import type { ClonedVoice } from '../../core/voices.ts'
import type { CreatedVoice, DeletedVoice, SystemVoices, VoiceList } from './schema.ts'

export function writeSystemVoices(voices: readonly SystemVoice[]): SystemVoices {
  return {
    voices: voices.map(({ id }) => id),
    'voices-details': Object.fromEntries(
      voices.map(({ id, name, description, scenes }) => [
        id,
        { 'voice-name': name, 'voice-description': description, recommended_scene: scenes },
      ]),
    ),
  }
}

export function writeVoiceList({ items, hasMore }: Page<ClonedVoice>): VoiceList {
  return {
    object: 'list',
    data: items.map(({ id, fileId, createdAt }) => ({ id, file_id: fileId, created_at: Math.floor(createdAt / 1000) })),
    has_more: hasMore,
    first_id: items.at(0)?.id ?? '',
    last_id: items.at(-1)?.id ?? '',
  }
}

export function writeCreatedVoice({ voice, duplicated }: { voice: ClonedVoice; duplicated: boolean }): CreatedVoice {
  return { id: voice.id, object: 'audio.voice', ...(duplicated && { duplicated: true }) }
}

export function writeDeletedVoice(id: string): DeletedVoice {
  return { id, object: 'audio.voice', deleted: true }
}
