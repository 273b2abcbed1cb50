import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import { answerQuestions } from '../asked-thread/answer-questions.ts'
import { floatsOf, integers, type OnnxSession, openSession } from '../onnx/session.ts'
import { createWordPieces, type WordPieces } from './word-pieces.ts'

interface Network {
  readonly session: OnnxSession
  readonly wordPieces: WordPieces
}

answerQuestions(load(workerData as string), async (network, texts: readonly string[]) => {
  const vectors: Float32Array[] = []
  // One by one: texts of different lengths would be filled up to the longest.
  for (const text of texts) vectors.push(await embed(network, text))
  return vectors
})

async function load(folder: string): Promise<Network> {
  const tokenizer = JSON.parse(readFileSync(join(folder, 'tokenizer.json'), 'utf8'))
  return {
    session: await openSession(join(folder, 'model.onnx'), { threads: 1 }),
    wordPieces: createWordPieces(tokenizer.model.vocab),
  }
}

async function embed({ session, wordPieces }: Network, text: string): Promise<Float32Array> {
  const tokens = wordPieces.encode(text)
  const shape = [1, tokens.length]
  const all = (value: number) => tokens.map(() => value)
  const { last_hidden_state: hidden } = await session.run({
    input_ids: integers(tokens, shape),
    attention_mask: integers(all(1), shape),
    token_type_ids: integers(all(0), shape),
  })
  return directionOf(floatsOf(hidden), tokens.length)
}

/** The mean of what the network says of each token, at length 1. */
function directionOf(hidden: Float32Array, tokens: number): Float32Array {
  const size = hidden.length / tokens
  const mean = new Float32Array(size)
  for (let at = 0; at < hidden.length; at++) mean[at % size] = (mean[at % size] ?? 0) + (hidden[at] ?? 0)
  const length = Math.hypot(...mean) || 1
  return mean.map(value => value / length)
}
