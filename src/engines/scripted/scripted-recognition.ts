import { type ErrorCode, PlatformError } from '../../core/errors.ts'
import type { Recognised, RecognisedWord, RecognitionEngine, RecognitionRequest } from '../../core/recognition.ts'

/** What a test wants to be heard: each word of the vocabulary is a tone of its own. */
export interface RecognitionScript {
  /** The first is a tone of 300 Hz, the next of 350 Hz, and so on. */
  readonly vocabulary: readonly string[]
  readonly language?: string
  /** Thrown instead of hearing anything. */
  readonly refuse?: { readonly code: ErrorCode; readonly message: string }
}

export interface ScriptedRecognition extends RecognitionEngine {
  readonly requests: RecognitionRequest[]
}

export const firstTone = 300
export const toneStep = 50

/** Hears tones as words, and nothing that a model would: the same sound is always the same words, wherever it is cut. */
export function createScriptedRecognition(script: RecognitionScript): ScriptedRecognition {
  const requests: RecognitionRequest[] = []
  return {
    requests,
    async recognise(request, signal): Promise<Recognised> {
      signal.throwIfAborted()
      requests.push(request)
      if (script.refuse) throw new PlatformError(script.refuse.code, script.refuse.message)
      const words = hearTones(request.samples, script.vocabulary)
      return {
        text: words.map(({ word }) => word).join(''),
        language: request.language ?? script.language ?? 'en',
        words,
      }
    },
  }
}

const rate = 16_000
const step = 160
const shortestTone = 6

/** Runs of sound between silences, each as the word of its pitch. */
function hearTones(samples: Float32Array, vocabulary: readonly string[]): RecognisedWord[] {
  const words: RecognisedWord[] = []
  let from = -1
  const steps = Math.floor(samples.length / step)
  for (let at = 0; at <= steps; at++) {
    const isLoud = at < steps && peakOf(samples, at * step) > 0.05
    if (isLoud && from < 0) from = at
    if (isLoud || from < 0) continue
    if (at - from >= shortestTone) {
      const word = wordOf(samples.subarray(from * step, at * step), vocabulary)
      words.push({ word: words.length > 0 ? ` ${word}` : word, start: (from * step) / rate, end: (at * step) / rate })
    }
    from = -1
  }
  return words
}

function peakOf(samples: Float32Array, at: number): number {
  let peak = 0
  for (let index = at; index < at + step; index++) peak = Math.max(peak, Math.abs(samples[index] ?? 0))
  return peak
}

function wordOf(whole: Float32Array, vocabulary: readonly string[]): string {
  // Its edges may ring.
  const tone = whole.subarray(whole.length * 0.2, whole.length * 0.8)
  let crossings = 0
  let first = -1
  let last = -1
  for (let at = 1; at < tone.length; at++) {
    if ((tone[at - 1] ?? 0) < 0 === (tone[at] ?? 0) < 0) continue
    if (first < 0) first = at
    else crossings++
    last = at
  }
  const pitch = last > first ? (crossings / 2 / (last - first)) * rate : 0
  return vocabulary[Math.round((pitch - firstTone) / toneStep)] ?? '?'
}
