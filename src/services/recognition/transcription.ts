import type { SpeechDetector } from '../../core/detector.ts'
import { invalid } from '../../core/errors.ts'
import type { Caller } from '../../core/keys.ts'
import type { RecognisedWord, RecognitionEngine } from '../../core/recognition.ts'
import { Base64Error, base64Bytes, decodeBase64 } from '../../media/base64.ts'
import { type PcmShape, wavHeader } from '../../media/live-sound/wav-header.ts'
import { SoundError } from '../../media/sound/sound-error.ts'
import { type KeptFile, keepTemporaryFile } from '../../media/temporary-file.ts'
import { mapInOrder } from './map-in-order.ts'
import type { RecogniserOf } from './recogniser-of.ts'
import { cutStretches, type Stretch } from './stretches.ts'
import { soundTokens, textTokens } from './token-count.ts'
import { needsSpace, textOf, tidyWords } from './words.ts'

export interface TranscriptionRequest {
  readonly model: string
  readonly language?: string
  readonly prompt?: string
  readonly hotwords: readonly string[]
  /** Whether spoken numbers, dates and the like are written as figures. */
  readonly figures: boolean
  /** The field that the sound came in, for errors. */
  readonly param: string
}

export interface RecognitionUsage {
  readonly inputTokens: number
  readonly outputTokens: number
}

export type TranscriptEvent =
  | { readonly type: 'segment'; readonly segment: TranscriptSegment }
  | { readonly type: 'ended'; readonly seconds: number; readonly language: string; readonly usage: RecognitionUsage }

export interface TranscriptSegment {
  /** With what separates it from the segment before. */
  readonly text: string
  readonly language: string
  /** Times in seconds from the beginning of the sound. */
  readonly words: readonly RecognisedWord[]
}

/** Spoken numbers, dates and the like as figures. */
export type WriteFigures = (words: readonly RecognisedWord[], language: string) => readonly RecognisedWord[]

/** The sound of a file as mono samples, 16,000 a second. Throws a SoundError that may be shown. */
export type DecodeSound = (path: string, signal: AbortSignal) => AsyncIterable<Float32Array>

export interface Transcription {
  /** Keeps what a caller sends until it is disposed of. */
  receive(content: AsyncIterable<Uint8Array>): Promise<KeptFile>
  /** The same for base64 text; bare samples are told how they are written. */
  receiveEncoded(data: string, pcm: PcmShape | undefined, param: string): Promise<KeptFile>
  /** In order, as it is heard; without a caller, nobody is charged. */
  transcribe(
    caller: Caller | undefined,
    request: TranscriptionRequest,
    path: string,
    signal: AbortSignal,
  ): AsyncIterable<TranscriptEvent>
}

export interface TranscriptionParts {
  readonly recogniserOf: RecogniserOf
  readonly detector: SpeechDetector
  readonly decode: DecodeSound
  readonly writeFigures: WriteFigures
  /** Where uploads are kept while they are heard. */
  readonly folder: string
  readonly onUsage: (caller: Caller, model: string, usage: RecognitionUsage) => void
}

/** Stretches of one recording that are heard at the same time. */
const atOnce = 3

export const acceptedSounds = 'flac, mp3, mp4, mpeg, mpga, m4a, ogg, wav, webm, aac, opus'

export function createTranscription(parts: TranscriptionParts): Transcription {
  const { recogniserOf, detector, decode, writeFigures, folder, onUsage } = parts

  async function* transcribe(
    caller: Caller | undefined,
    request: TranscriptionRequest,
    path: string,
    signal: AbortSignal,
  ): AsyncGenerator<TranscriptEvent> {
    const engine = recogniserOf(request.model)
    const listener = detector.open()
    // What is under way ends with the reader, whyever that leaves.
    const own = new AbortController()
    const leave = () => own.abort(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    let seconds = 0
    let outputTokens = 0
    let language = request.language ?? ''
    try {
      const stretches = cutStretches(
        namingField(decode(path, own.signal), request.param),
        listener,
        engine.stretch,
        heard => {
          seconds = heard
        },
      )
      let last = ''
      for await (const heard of hear(engine, request, stretches, own.signal)) {
        language ||= heard.language
        const words = request.figures ? writeFigures(heard.words, heard.language) : heard.words
        const bare = textOf(words)
        if (bare === '') continue
        const text = needsSpace(last, bare) ? ` ${bare}` : bare
        last = text
        outputTokens += textTokens(text)
        yield { type: 'segment', segment: { text, language: heard.language, words } }
      }
      const inputTokens = soundTokens(seconds)
      yield { type: 'ended', seconds, language, usage: { inputTokens, outputTokens } }
    } finally {
      signal.removeEventListener('abort', leave)
      own.abort(new Error('the rest is not wanted'))
      listener.close()
      if (caller && seconds > 0) onUsage(caller, request.model, { inputTokens: soundTokens(seconds), outputTokens })
    }
  }

  return {
    receive: content => keepTemporaryFile(folder, content),
    receiveEncoded: (data, pcm, param) => keepTemporaryFile(folder, decodeText(data, pcm, param)),
    transcribe,
  }
}

async function* decodeText(text: string, pcm: PcmShape | undefined, param: string): AsyncGenerator<Uint8Array> {
  const data = /^data:[^,]{0,200};base64,/.exec(text)
  const encoded = data ? text.slice(data[0].length) : text
  if (pcm) yield wavHeader(pcm, base64Bytes(encoded))
  try {
    yield* decodeBase64(encoded)
  } catch (error) {
    if (error instanceof Base64Error) throw invalid(param, `"${param}": ${error.message}`)
    throw error
  }
}

interface HeardStretch {
  readonly language: string
  readonly words: readonly RecognisedWord[]
}

/** The language of the first stretch is that of the others, unless the caller told: it is waited for. */
async function* hear(
  engine: RecognitionEngine,
  request: TranscriptionRequest,
  stretches: AsyncIterable<Stretch>,
  signal: AbortSignal,
): AsyncGenerator<HeardStretch> {
  const { model, language, prompt, hotwords } = request
  const context = { model, hotwords, effort: 'usual' as const, ...(prompt !== undefined && { prompt }) }
  let first: Promise<string> | undefined
  yield* mapInOrder(stretches, atOnce, async ({ start, samples }) => {
    const recognise = async (known: string | undefined): Promise<HeardStretch> => {
      const heard = await engine.recognise({ ...context, samples, ...(known ? { language: known } : {}) }, signal)
      const words = tidyWords(heard.words, start, start + samples.length / 16_000)
      return { language: heard.language, words }
    }
    if (language !== undefined) return recognise(language)
    if (first) return recognise(await first)
    const heard = recognise(undefined)
    first = heard.then(found => (found.words.length > 0 ? found.language : ''))
    first.catch(() => undefined)
    return heard
  })
}

async function* namingField(sound: AsyncIterable<Float32Array>, param: string): AsyncGenerator<Float32Array> {
  try {
    yield* sound
  } catch (error) {
    if (!(error instanceof SoundError)) throw error
    const accepted = error.message.includes('accepted')
      ? ` As files: ${acceptedSounds}.`
      : ` Accepted: ${acceptedSounds}.`
    throw invalid(param, `"${param}": ${error.message}${accepted}`)
  }
}
