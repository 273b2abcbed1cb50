import { PlatformError } from '../../core/errors.ts'
import type { Sound } from '../../core/sound.ts'
import type { SpeechEngine, SpeechVoice } from '../../core/speech.ts'
import { systemVoices } from '../../core/system-voices.ts'
import type { ClonedVoice } from '../../core/voices.ts'
import { gather } from '../../media/gather.ts'
import { joined } from '../../media/sound/effects/effect.ts'
import type { SoundStudio } from '../../media/sound/studio/studio.ts'
import type { Voices } from '../voices/voices.ts'

const recordingRate = 24_000

/** System voices, those that the engine adds, and the project's own; another project's is as unknown as any other word. */
export function createFindVoice(voices: Voices, studio: SoundStudio) {
  return async (projectId: string, id: string, engine: SpeechEngine): Promise<SpeechVoice> => {
    if (systemVoices.some(voice => voice.id === id)) return { kind: 'system', id }
    const cloned = await voices.find(projectId, id)
    if (cloned) return clonedVoice(cloned, voices, studio)
    if (engine.voices?.includes(id)) return { kind: 'system', id }
    const known = [...systemVoices.map(voice => voice.id), ...(engine.voices ?? [])]
    throw new PlatformError(
      'voice_id_invalid',
      `"voice" must be a system voice (${known.join(', ')}) or one of this project's cloned voices (got ${JSON.stringify(id)}).`,
      { param: 'voice' },
    )
  }
}

export function clonedVoice(voice: ClonedVoice, voices: Voices, studio: SoundStudio): SpeechVoice {
  return {
    kind: 'cloned',
    id: voice.id,
    ...(voice.text !== undefined && { text: voice.text }),
    recording: signal => voices.withRecording(voice, path => soundOf(studio, path, signal)),
  }
}

async function soundOf(studio: SoundStudio, path: string, signal: AbortSignal): Promise<Sound> {
  const samples = joined(await gather(studio.decode(path, { rate: recordingRate, signal, maxAudioSeconds: 60 })))
  return { samples, rate: recordingRate }
}
