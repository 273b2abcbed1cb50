import { parentPort } from 'node:worker_threads'
import { countTokens, setMergeCacheSize } from 'gpt-tokenizer/encoding/o200k_base'
import { boundedPieces } from './bounded-pieces.ts'

export interface CountRequest {
  readonly id: number
  readonly texts: readonly string[]
}

export interface CountReply {
  readonly id: number
  readonly tokens: number
}

setMergeCacheSize(20_000)
// Text that looks like a control token is text here.
const options = { disallowedSpecial: new Set<string>() }

parentPort?.on('message', ({ id, texts }: CountRequest) => {
  let tokens = 0
  for (const text of texts) for (const piece of boundedPieces(text)) tokens += countTokens(piece, options)
  const reply: CountReply = { id, tokens }
  parentPort?.postMessage(reply)
})
