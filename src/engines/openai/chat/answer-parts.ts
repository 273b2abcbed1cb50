import type { GenerationEvent } from '../../../core/generation.ts'

export interface CallSegment {
  readonly kind: 'tool-call'
  id: string
  name: string
  /** All of it that has come. */
  arguments: string
  state: 'waiting' | 'open' | 'closed'
}

interface TextSegment {
  readonly kind: 'reasoning' | 'text'
  held: string
}

type Segment = TextSegment | CallSegment

/**
 * Puts what an upstream says, in whatever order, into the grammar: one part is open at a time. The first segment is
 * shown as it grows; what begins before that one is known to be complete waits behind it.
 */
export class AnswerParts {
  readonly #events: GenerationEvent[]
  readonly #newId: () => string
  readonly #segments: Segment[] = []
  #part = -1
  #isOpen = false
  #unassigned = 0
  /** Tokens that were counted; those that deltas stand for; and those of them that were reasoning. */
  tokens = 0
  shownTokens = 0
  reasoningTokens = 0
  reasoningLength = 0
  /** Everything that was said, for those who must count it. */
  said = ''

  constructor(events: GenerationEvent[], newId: () => string) {
    this.#events = events
    this.#newId = newId
  }

  get hasBegun(): boolean {
    return this.#part >= 0 || this.#segments.length > 0
  }

  /** Tokens that the next delta stands for. */
  count(tokens: number): void {
    this.tokens += tokens
    this.#unassigned += tokens
  }

  write(kind: 'reasoning' | 'text', text: string): void {
    const segments = this.#segments
    this.said += text
    if (kind === 'reasoning') this.reasoningLength += text.length
    let last = segments[segments.length - 1]
    if (last?.kind !== kind) {
      last = { kind, held: '' }
      this.#append(last)
    }
    if (last === segments[0]) this.#delta(kind, text)
    else last.held += text
  }

  beginCall(): CallSegment {
    const call: CallSegment = { kind: 'tool-call', id: '', name: '', arguments: '', state: 'waiting' }
    this.#append(call)
    return call
  }

  /** The call has grown: by arguments, or by a name. */
  update(call: CallSegment, added: string): void {
    this.said += added
    if (call.state === 'closed') return
    call.arguments += added
    if (call !== this.#segments[0]) return
    if (call.state === 'waiting') this.#show(call)
    else if (added !== '') this.#delta('tool-call', added)
    if (this.#segments.length > 1) this.#advance()
  }

  /** Shows and ends everything that is left. */
  end(): void {
    for (let head = this.#segments[0]; head; head = this.#segments[0]) this.#leave(head)
  }

  #append(segment: Segment): void {
    this.#segments.push(segment)
    if (this.#segments.length === 1) this.#enter(segment)
    else this.#advance()
  }

  #advance(): void {
    for (let head = this.#segments[0]; head && this.#segments.length > 1; head = this.#segments[0]) {
      if (head.kind === 'tool-call' && !isWholeObject(head.arguments)) return
      this.#leave(head)
    }
  }

  #enter(segment: Segment): void {
    if (segment.kind === 'tool-call') {
      this.#show(segment)
      return
    }
    this.#part += 1
    this.#isOpen = true
    this.#events.push({ type: 'part-start', part: this.#part, kind: segment.kind })
    if (segment.held !== '') this.#delta(segment.kind, segment.held)
  }

  /** A call is shown from when its arguments begin: until then its name may still be growing. */
  #show(call: CallSegment): void {
    if (call.arguments === '' || call.name === '') return
    this.#openCall(call)
    this.#delta('tool-call', call.arguments)
  }

  #openCall(call: CallSegment): void {
    if (call.state !== 'waiting') return
    call.state = 'open'
    call.id ||= this.#newId()
    this.said += call.name
    this.#part += 1
    this.#isOpen = true
    this.#events.push({ type: 'part-start', part: this.#part, kind: 'tool-call', id: call.id, name: call.name })
  }

  #leave(head: Segment): void {
    if (head.kind === 'tool-call') {
      if (head.name === '') throw new Error('a tool call came without a name')
      this.#openCall(head)
      if (head.arguments.trim() === '') this.#delta('tool-call', '{}')
      head.state = 'closed'
    }
    if (this.#isOpen) this.#events.push({ type: 'part-end', part: this.#part })
    this.#isOpen = false
    this.#segments.shift()
    const next = this.#segments[0]
    if (next) this.#enter(next)
  }

  #delta(kind: Segment['kind'], text: string): void {
    const tokens = this.#unassigned
    this.#unassigned = 0
    this.shownTokens += tokens
    if (kind === 'reasoning') this.reasoningTokens += tokens
    this.#events.push({ type: 'part-delta', part: this.#part, text, tokens })
  }
}

export function isWholeObject(text: string): boolean {
  if (!text.trimEnd().endsWith('}')) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
