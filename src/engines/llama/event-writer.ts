import type { GenerationEvent } from '../../core/generation.ts'
import type { Piece } from './protocol.ts'

/** Pieces of an answer as events in the grammar: parts are numbered, and one is open at a time. */
export class EventWriter {
  #part = -1
  #open: string | undefined
  readonly #newId: () => string
  reasoningTokens = 0

  constructor(newId: () => string) {
    this.#newId = newId
  }

  write({ kind, call, name, text, tokens }: Piece): GenerationEvent[] {
    if (kind === 'reasoning') this.reasoningTokens += tokens
    const events: GenerationEvent[] = []
    const key = `${kind} ${call}`
    if (this.#open !== key) {
      events.push(...this.end())
      this.#part += 1
      this.#open = key
      events.push(
        kind === 'call'
          ? { type: 'part-start', part: this.#part, kind: 'tool-call', id: this.#newId(), name: name ?? '' }
          : { type: 'part-start', part: this.#part, kind },
      )
    }
    if (text !== '') events.push({ type: 'part-delta', part: this.#part, text, tokens })
    return events
  }

  end(): GenerationEvent[] {
    if (this.#open === undefined) return []
    this.#open = undefined
    return [{ type: 'part-end', part: this.#part }]
  }
}
