import { PlatformError } from '../../../core/errors.ts'
import type { Sound } from '../../../core/sound.ts'
import type { Manner, SpeechEngine, SpeechRequest } from '../../../core/speech.ts'
import type { SoundStudio } from '../../../media/sound/studio/studio.ts'
import { hashText } from '../affinity.ts'
import { AttemptFailure } from '../attempt-failure.ts'
import { findServer, type Servers } from '../find-server.ts'
import type { Upstream } from '../upstream.ts'
import { readSound } from './read-sound.ts'
import { askForSpeech, type SpeechReply } from './speech-attempt.ts'
import { type SpeechStyle, speechBody } from './speech-body.ts'

export interface SpeechParts {
  readonly site: Servers & { readonly key: string | undefined; readonly idleSeconds: number }
  readonly style: SpeechStyle
  /** Whether the model does what instructions say; otherwise the manner is put on its voice here. */
  readonly obeysInstructions: boolean
  readonly studio: SoundStudio
}

const decodedRate = 24_000

/** Servers that speak. */
export function createSpeechEngine({ site, style, obeysInstructions, studio }: SpeechParts): SpeechEngine {
  async function begin(request: SpeechRequest, signal: AbortSignal): Promise<SpeechReply & { upstream: Upstream }> {
    const body = speechBody(request, style)
    const { model, key, idleSeconds, timeoutSeconds, now } = site
    const search = { hash: () => hashText(hashText(0, request.voice.id), request.text), signal }
    return findServer(site, search, async (upstream, deadline) => {
      const leftMs = Math.max(1, deadline - now())
      const attempt = { model, key, body, idleSeconds, timeoutSeconds, leftMs, signal }
      return { ...(await askForSpeech(upstream, attempt)), upstream }
    })
  }

  async function* voice(request: SpeechRequest, signal: AbortSignal): AsyncGenerator<Sound> {
    signal.throwIfAborted()
    const { bytes, contentType, upstream } = await begin(request, signal)
    try {
      if (style.format === 'wav' || style.format === 'pcm') {
        yield* readSound(bytes, contentType)
        return
      }
      for await (const samples of studio.decode(bytes, { rate: decodedRate, signal, maxAudioSeconds: 3600 })) {
        yield { samples, rate: decodedRate }
      }
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof AttemptFailure) {
        site.onFailure(upstream, error)
        throw error.error
      }
      const message = `The server behind "${site.model}" sent something that is no sound.`
      throw new PlatformError('service_unavailable', message, { cause: error })
    }
  }

  return {
    voices: Object.keys(style.voices),
    speak: (request, signal) => studio.applyManner(voice(request, signal), rest(request.manner), signal),
  }

  /** What the server was not, or could not be, asked for. */
  function rest({ pitch, gain, whisper, tremble, brightness, instruction }: Manner) {
    return obeysInstructions && instruction !== undefined ? {} : { pitch, gain, whisper, tremble, brightness }
  }
}
