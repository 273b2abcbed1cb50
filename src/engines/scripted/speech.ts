import { type ErrorCode, PlatformError } from '../../core/errors.ts'
import type { Sound } from '../../core/sound.ts'
import type { SpeechEngine, SpeechRequest } from '../../core/speech.ts'

/** What a test wants of a voice. `when` is looked for in the text. */
export interface SpeechScript {
  readonly refuse?: { readonly when: string; readonly code: ErrorCode; readonly message: string }
  /** Fails after so many words. */
  readonly fail?: { readonly when: string; readonly after: number; readonly code: ErrorCode; readonly message: string }
  /** Says no more after so many words, until it is cancelled. */
  readonly hang?: { readonly when: string; readonly after: number }
  readonly voices?: readonly string[]
}

export interface ScriptedSpeech extends SpeechEngine {
  readonly requests: SpeechRequest[]
  /** What ended each, or will. */
  readonly signals: AbortSignal[]
}

export const scriptedRate = 24_000
export const wordSeconds = 0.2
const fadeSeconds = 0.005

/** Speaks in tones, one a word: how many there are, how long and how high, can be measured. */
export function createScriptedSpeech(script: SpeechScript = {}): ScriptedSpeech {
  const requests: SpeechRequest[] = []
  const signals: AbortSignal[] = []
  const { refuse, fail, hang } = script
  return {
    ...(script.voices && { voices: script.voices }),
    requests,
    signals,
    async *speak(request, signal) {
      requests.push(request)
      signals.push(signal)
      signal.throwIfAborted()
      const { text } = request
      if (refuse && text.includes(refuse.when)) throw new PlatformError(refuse.code, refuse.message)
      for (const [place, word] of wordsOf(text).entries()) {
        signal.throwIfAborted()
        if (fail && place === fail.after && text.includes(fail.when)) throw new PlatformError(fail.code, fail.message)
        if (hang && place === hang.after && text.includes(hang.when)) await aborted(signal)
        yield toneOf(word, request)
        // As a real voice would: others get their turn before the next word.
        await new Promise(resolve => setImmediate(resolve))
      }
    },
  }
}

/** Chinese characters are words of their own. */
export function wordsOf(text: string): string[] {
  return text.match(/\p{Script=Han}|[^\s\p{P}\p{Script=Han}]+/gu) ?? []
}

export function frequencyOf(word: string): number {
  return 200 + ([...word].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 20) * 10
}

function toneOf(word: string, { speed, manner }: SpeechRequest): Sound {
  const samples = new Float32Array(Math.round((wordSeconds * scriptedRate) / speed / manner.pace))
  const frequency = frequencyOf(word) * 2 ** (manner.pitch / 12)
  const level = 0.6 * 10 ** (manner.gain / 20)
  const fade = scriptedRate * fadeSeconds
  for (let n = 0; n < samples.length; n++) {
    const edge = Math.min(1, n / fade, (samples.length - 1 - n) / fade)
    samples[n] = level * edge * Math.sin((2 * Math.PI * frequency * n) / scriptedRate)
  }
  return { samples, rate: scriptedRate }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    if (signal.aborted) reject(signal.reason)
  })
}
