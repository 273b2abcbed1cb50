import type { GenerationEvent } from '../../../core/generation.ts'
import { createFold } from '../../../core/generation-fold.ts'
import { createGrammarChecker } from '../../../core/generation-grammar.ts'
import { ChunkReader, type Conclusion } from './chunk-reader.ts'

export interface ReadChunks {
  readonly events: readonly GenerationEvent[]
  /** `reasoning: …`, `text: …` and `name(arguments)#id` */
  readonly parts: readonly string[]
  readonly conclusion: Conclusion | undefined
}

/** What a reader makes of choices' deltas, checked against the grammar. */
export function readDeltas(deltas: readonly unknown[], finish: string | null = 'stop'): ReadChunks {
  const chunks = deltas.map(delta => ({ choices: [{ index: 0, delta, finish_reason: null }] }))
  return readChunks([...chunks, { choices: [{ index: 0, delta: {}, finish_reason: finish }] }])
}

export function readChunks(chunks: readonly unknown[]): ReadChunks {
  const events: GenerationEvent[] = []
  let ids = 0
  const reader = new ChunkReader(events, () => {
    ids += 1
    return `made-${ids}`
  })
  for (const chunk of chunks) reader.readJson(JSON.stringify(chunk))
  const conclusion = reader.conclude()
  return { events, parts: partsOf(events), conclusion }
}

/** The parts that events add up to; throws where they are not in the grammar. */
export function partsOf(events: readonly GenerationEvent[]): string[] {
  const grammar = createGrammarChecker()
  const fold = createFold()
  grammar.check({ type: 'started', model: 'm', inputTokens: 0, cachedTokens: 0, ignored: [] })
  for (const event of events) {
    grammar.check(event)
    fold.add(event)
  }
  return fold.parts.map(part =>
    part.kind === 'tool-call' ? `${part.name}(${part.arguments})#${part.id}` : `${part.kind}: ${part.text}`,
  )
}
