import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { floats, type OnnxSession, type Tensor } from '../onnx/session.ts'
import { alignTokens } from './decoding/align.ts'
import { CachedDecoder, free, type Step } from './decoding/cached-decoder.ts'
import { followDraft } from './decoding/follow-draft.ts'
import { HotwordBias } from './decoding/hotword-bias.ts'
import { hotwordTokens } from './decoding/hotword-tokens.ts'
import { logSum } from './decoding/likelihood.ts'
import { writeText } from './decoding/write-text.ts'
import { type AnyLength, hearAnyLength } from './graph/any-length.ts'
import { openChanged } from './graph/open-changed.ts'
import { quickenDecoder } from './graph/quick-decoder.ts'
import type { Going, RecognitionModel, Task, Transcript } from './model.ts'
import { createLogMel, melBands } from './signal/log-mel.ts'
import { tightenTimes } from './signal/tighten.ts'
import { createBytePairs } from './text/byte-pairs.ts'
import { draftTokens, isMark } from './text/draft-tokens.ts'
import { traditionalTokens } from './text/simplified.ts'
import type { Vocabulary } from './text/vocabulary.ts'
import { wordsOf } from './text/words.ts'
import { readSettings, type WhisperSettings, whisperTokens } from './whisper-settings.ts'

const framesPerSecond = 50
/** Sound that ends abruptly makes the network go on by itself; some silence behind it tells it that this was all. */
const silenceBehind = 3
const hurriedSilence = 1.5
const longest = 30
const shortest = 2
/** Language is told from the beginning alone. */
const languageSeconds = 3
const longestPrompt = 120
const mostDraft = 120
/** The control tokens at whose first one the network says whether anybody speaks. */
const positionsBefore = 4
const hotwordBonus = 1.5
const mostNoSpeech = 0.6
const leastConfidence = -1

/** Whisper, of any size. */
export class Whisper implements RecognitionModel {
  readonly #encoder: OnnxSession
  readonly #positions: Omit<AnyLength, 'model'>
  readonly #decoder: CachedDecoder
  readonly #settings: WhisperSettings
  readonly #vocabulary: Vocabulary
  readonly #picture = createLogMel()
  #traditional: readonly number[] | undefined

  private constructor(
    encoder: OnnxSession,
    positions: Omit<AnyLength, 'model'>,
    decoder: CachedDecoder,
    settings: WhisperSettings,
    vocabulary: Vocabulary,
  ) {
    this.#encoder = encoder
    this.#positions = positions
    this.#decoder = decoder
    this.#settings = settings
    this.#vocabulary = vocabulary
  }

  static async load(folder: string, threads: number): Promise<Whisper> {
    const settings = await readSettings(folder)
    const options = { threads, keepMemory: false }
    let positions: Omit<AnyLength, 'model'> = { input: '', positions: new Float32Array() }
    const hearAny = (file: Buffer) => {
      const { model, ...table } = hearAnyLength(file, settings.width)
      positions = table
      return model
    }
    const encoder = await openChanged(join(folder, 'onnx/encoder_model_quantized.onnx'), hearAny, options)
    const quicken = (file: Buffer) => quickenDecoder(file, { showAttention: false })
    const session = await openChanged(join(folder, 'onnx/decoder_model_merged_quantized.onnx'), quicken, options)
    const numbers = JSON.parse(await readFile(join(folder, 'vocab.json'), 'utf8'))
    return new Whisper(encoder, positions, new CachedDecoder(session, settings), settings, createBytePairs(numbers))
  }

  async language(samples: Float32Array): Promise<string> {
    const { states } = await this.#hear(samples.subarray(0, languageSeconds * 16_000), hurriedSilence)
    const language = await this.#heardLanguage(states)
    free(states)
    return language
  }

  async recognise(task: Task, going: Going): Promise<Transcript> {
    const { samples } = task
    const { states, frames } = await this.#hear(samples, task.hurried ? hurriedSilence : silenceBehind)
    const language = this.#known(task.language) ?? (await this.#heardLanguage(states))
    const begin = [
      ...this.#previous(task, language),
      whisperTokens.start,
      this.#settings.languages[language] ?? whisperTokens.firstLanguage,
      whisperTokens.transcribe,
      whisperTokens.noTimestamps,
    ]
    let noSpeech = 0
    const sequences = hotwordTokens(task.hotwords, this.#vocabulary)
    const options = {
      width: task.width,
      heardFrames: frames,
      mostTokens: Math.min(200, Math.ceil(12 + (samples.length / 16_000) * 14)),
      textTokens: whisperTokens.end + 1,
      endToken: whisperTokens.end,
      banned: this.#banned(task.language, language),
      bannedFirst: this.#settings.bannedFirst,
      ...(sequences.length > 0 && { bias: new HotwordBias(sequences, hotwordBonus) }),
      ...going,
    }
    const drafting = {
      begin: async (draft: readonly number[]) => {
        const step = await this.#decoder.begin(states, [...begin, ...draft], positionsBefore + draft.length)
        noSpeech = this.#noSpeech(step)
        return step
      },
      isMark: (token: number) => isMark(this.#vocabulary, token),
    }
    let draft = draftTokens(task, this.#vocabulary, mostDraft)
    const take = () => {
      const tried = draft
      draft = []
      return followDraft(this.#decoder, tried, drafting, options)
    }
    const written = await writeText(this.#decoder, take, tokens => this.#text(tokens), options)
    free(states)
    if (noSpeech > mostNoSpeech && written.confidence < leastConfidence) return { language, words: [] }
    const starts = alignTokens(written.looks, this.#settings.alignmentHeads.length, frames)
    const words = wordsOf(
      written.tokens.map((token, place) => ({
        bytes: this.#vocabulary.bytes(token),
        start: (starts[place] ?? 0) / framesPerSecond,
        end: (starts[place + 1] ?? 0) / framesPerSecond,
      })),
    )
    return { language, words: tightenTimes(words, task.samples) }
  }

  async #hear(samples: Float32Array, silence: number): Promise<{ states: Tensor; frames: number }> {
    const seconds = Math.min(longest, Math.max(shortest, samples.length / 16_000 + silence))
    const frames = Math.ceil(seconds * framesPerSecond)
    const picture = this.#picture(samples, frames * 2)
    const { width } = this.#settings
    const results = await this.#encoder.run(
      {
        input_features: floats(picture, [1, melBands, frames * 2]),
        [this.#positions.input]: floats(this.#positions.positions.subarray(0, frames * width), [frames, width]),
      },
      ['last_hidden_state'],
    )
    return {
      states: results.last_hidden_state as Tensor,
      frames: Math.ceil((samples.length / 16_000) * framesPerSecond),
    }
  }

  #known(language: string | undefined): string | undefined {
    const short = language?.toLowerCase().split('-')[0]
    return short !== undefined && short in this.#settings.languages ? short : undefined
  }

  async #heardLanguage(states: Tensor): Promise<string> {
    const step = await this.#decoder.begin(states, [whisperTokens.start])
    const language = this.#languageOf(step)
    this.#decoder.drop(step.memory)
    return language
  }

  #languageOf({ logits }: Step): string {
    const score = (token: number) => logits[token] ?? Number.NEGATIVE_INFINITY
    const [best = ['en']] = Object.entries(this.#settings.languages).sort(([, a], [, b]) => score(b) - score(a))
    return best[0]
  }

  #noSpeech({ logits, positions }: Step): number {
    if (positions < positionsBefore) return 0
    const atStart = logits.subarray(0, this.#settings.vocabulary)
    return Math.exp((atStart[whisperTokens.noSpeech] ?? 0) - logSum(atStart))
  }

  #previous({ prompt, hotwords }: Task, language: string): number[] {
    const text = [prompt, hotwords.join(', ')].filter(part => part).join(' ') || this.#settings.opening[language]
    if (!text) return []
    return [whisperTokens.previous, ...this.#vocabulary.encode(` ${text}`).slice(-longestPrompt)]
  }

  /** Mandarin is written in simplified letters, unless the caller asks for those of Taiwan or Hong Kong. */
  #banned(asked: string | undefined, language: string): readonly number[] {
    if (language !== 'zh' || /-(tw|hk|mo|hant)/i.test(asked ?? '')) return this.#settings.banned
    this.#traditional ??= traditionalTokens(token => this.#vocabulary.bytes(token), whisperTokens.end)
    return [...this.#settings.banned, ...this.#traditional]
  }

  #text(tokens: readonly number[]): string {
    return Buffer.concat(tokens.map(token => this.#vocabulary.bytes(token))).toString('utf8')
  }
}
