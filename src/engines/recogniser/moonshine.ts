import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { floats, type OnnxSession, openSession, type Tensor } from '../onnx/session.ts'
import { alignTokens } from './decoding/align.ts'
import { CachedDecoder, type DecoderShape, free } from './decoding/cached-decoder.ts'
import { followDraft } from './decoding/follow-draft.ts'
import { HotwordBias } from './decoding/hotword-bias.ts'
import { hotwordTokens } from './decoding/hotword-tokens.ts'
import { writeText } from './decoding/write-text.ts'
import { openChanged } from './graph/open-changed.ts'
import { quickenDecoder } from './graph/quick-decoder.ts'
import type { Going, RecognitionModel, Task, Transcript } from './model.ts'
import { tightenTimes } from './signal/tighten.ts'
import { draftTokens, isMark } from './text/draft-tokens.ts'
import { createSentencePieces, piecesInScript } from './text/sentence-pieces.ts'
import type { Vocabulary } from './text/vocabulary.ts'
import { wordsOf } from './text/words.ts'

const startToken = 1
const endToken = 2
const textTokens = 32_000
const samplesPerFrame = 384
/** The network needs some sound to say anything. */
const fewestSamples = 8000
const shortSamples = 24_000
/** Its makers' figure: nobody says more tokens in a second. */
const tokensPerSecond = 6.5
const hotwordBonus = 3.5
const mostDraft = 120

const shape: DecoderShape = {
  layers: 6,
  heads: 8,
  headWidth: 36,
  vocabulary: 32_768,
  alignmentHeads: [3, 4, 5].flatMap(layer => Array.from({ length: 8 }, (_, head) => [layer, head] as const)),
}

/** Moonshine tiny: English only, and several times faster than Whisper. */
export class Moonshine implements RecognitionModel {
  readonly #encoder: OnnxSession
  readonly #decoder: CachedDecoder
  readonly #vocabulary: Vocabulary

  private constructor(encoder: OnnxSession, decoder: CachedDecoder, vocabulary: Vocabulary) {
    this.#encoder = encoder
    this.#decoder = decoder
    this.#vocabulary = vocabulary
  }

  static async load(folder: string, threads: number): Promise<Moonshine> {
    const options = { threads, keepMemory: false }
    const encoder = await openSession(join(folder, 'encoder_model.onnx'), options)
    const quicken = (file: Buffer) => quickenDecoder(file, { showAttention: true })
    const session = await openChanged(join(folder, 'decoder_model_merged.onnx'), quicken, options)
    const pieces = piecesInScript(await readFile(join(folder, 'moonshine.min.js'), 'utf8'))
    return new Moonshine(encoder, new CachedDecoder(session, shape), createSentencePieces(pieces))
  }

  async language(): Promise<string> {
    return 'en'
  }

  async recognise(task: Task, going: Going): Promise<Transcript> {
    const heard = task.samples
    const samples = new Float32Array(Math.max(heard.length, fewestSamples))
    samples.set(heard)
    const results = await this.#encoder.run({ input_values: floats(samples, [1, samples.length]) })
    const states = results.last_hidden_state as Tensor
    const sequences = hotwordTokens(task.hotwords, this.#vocabulary)
    const options = {
      width: task.width,
      heardFrames: Math.ceil(heard.length / samplesPerFrame),
      mostTokens: Math.ceil(4 + (samples.length / 16_000) * tokensPerSecond),
      textTokens,
      endToken,
      banned: [0, startToken],
      // Somebody speaks: of the first half of a word, the network says nothing rather than something.
      bannedFirst: task.hurried && heard.length < shortSamples ? [endToken] : [],
      ...(sequences.length > 0 && { bias: new HotwordBias(sequences, hotwordBonus) }),
      ...going,
    }
    let draft = draftTokens(task, this.#vocabulary, mostDraft)
    const drafting = {
      begin: (tried: readonly number[]) => this.#decoder.begin(states, [startToken, ...tried], 1 + tried.length),
      isMark: (token: number) => isMark(this.#vocabulary, token),
    }
    const take = () => {
      const tried = draft
      draft = []
      return followDraft(this.#decoder, tried, drafting, options)
    }
    const written = await writeText(this.#decoder, take, tokens => this.#text(tokens), options)
    free(states)
    const starts = alignTokens(written.looks, shape.alignmentHeads.length, Math.ceil(heard.length / samplesPerFrame))
    const seconds = samplesPerFrame / 16_000
    const words = wordsOf(
      written.tokens.map((token, place) => ({
        bytes: this.#vocabulary.bytes(token),
        start: (starts[place] ?? 0) * seconds,
        end: (starts[place + 1] ?? 0) * seconds,
      })),
    )
    return { language: 'en', words: tightenTimes(words, task.samples) }
  }

  #text(tokens: readonly number[]): string {
    return Buffer.concat(tokens.map(token => this.#vocabulary.bytes(token))).toString('utf8')
  }
}
