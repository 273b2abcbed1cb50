import { detectorFrame } from '../../core/detector.ts'
import type { RecognisedWord, RecognitionEngine } from '../../core/recognition.ts'
import { mapInOrder } from '../recognition/map-in-order.ts'
import { cutStretches } from '../recognition/stretches.ts'
import { joinedTo, tidyWords } from '../recognition/words.ts'
import type { SessionSettings } from './session-messages.ts'
import type { Timeline } from './timeline.ts'

export interface HeardAgain {
  readonly words: readonly RecognisedWord[]
  readonly language: string
}

const rate = 16_000
const atOnce = 2

/** A whole item, heard once more with all effort. */
export async function hearAgain(
  engine: RecognitionEngine,
  settings: SessionSettings,
  language: string,
  sound: Timeline,
  signal: AbortSignal,
): Promise<HeardAgain> {
  const known = settings.language ?? language
  const stretches = cutStretches(pieces(sound), judgedBefore(sound), engine.stretch)
  const heard = mapInOrder(stretches, atOnce, async ({ start, samples }) => {
    const recognised = await engine.recognise(
      {
        model: settings.model,
        samples,
        hotwords: [],
        effort: 'best',
        ...(known && { language: known }),
        ...(settings.prompt !== undefined && { prompt: settings.prompt }),
      },
      signal,
    )
    const from = sound.first / rate + start
    return { language: recognised.language, words: tidyWords(recognised.words, from, from + samples.length / rate) }
  })
  const words: RecognisedWord[] = []
  let found = known
  for await (const stretch of heard) {
    found ||= stretch.language
    const [head, ...rest] = stretch.words
    if (head) words.push(joinedTo(words.at(-1), head), ...rest)
  }
  return { words, language: found }
}

const pieceSamples = 60 * detectorFrame

async function* pieces(sound: Timeline): AsyncGenerator<Float32Array> {
  for (let at = sound.first; at < sound.end; at += pieceSamples) {
    yield sound.slice(at, Math.min(sound.end, at + pieceSamples))
  }
}

/** The detector has heard this already. */
function judgedBefore(sound: Timeline) {
  let at = sound.first
  return {
    async push(frames: Float32Array): Promise<Float32Array> {
      const known = Float32Array.from(sound.probabilities(at, at + frames.length))
      at += frames.length
      return known
    },
    close() {},
  }
}
