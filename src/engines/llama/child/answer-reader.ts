import { callBegin } from '../grammar/answer-grammar.ts'
import type { Piece } from '../protocol.ts'
import { CallReader } from './call-reader.ts'

const thinkBegin = '<think>'
const thinkEnd = '</think>'
const tags = [thinkBegin, thinkEnd, callBegin]

type Place = 'start' | 'reasoning' | 'answer' | 'call' | 'json'

export interface Expected {
  /** The prompt has opened the reasoning already. */
  readonly isThinking: boolean
  readonly mayCall: boolean
  /** A grammar holds from the first word on: a tag within a text of JSON is none. */
  readonly isHeld: boolean
}

/** Takes apart what a model writes: reasoning, words and calls, with the tags that it forgets or repeats put right. */
export class AnswerReader {
  #place: Place
  #held = ''
  #tokens = 0
  #calls = 0
  #call: CallReader | undefined
  #hasWritten = false
  reasoningTokens = 0
  /** A tag where none belongs: what follows is no answer. */
  isOver = false

  readonly #expected: Expected

  constructor(expected: Expected) {
    this.#expected = expected
    this.#place = expected.isThinking ? 'reasoning' : 'start'
  }

  get isReasoning(): boolean {
    return this.#place === 'reasoning'
  }

  get isCalling(): boolean {
    return this.#place === 'call'
  }

  get calls(): number {
    return this.#calls
  }

  push(text: string, tokens: number): Piece[] {
    if (this.isOver) return []
    this.#tokens += tokens
    if (this.#place === 'reasoning') this.reasoningTokens += tokens
    this.#held += text
    const pieces: Piece[] = []
    while (!this.isOver && this.#step(pieces)) {}
    return pieces
  }

  /** The tag of the call that has just begun is read anew. */
  restartCall(): void {
    this.#held = ''
    this.#call = new CallReader(this.#calls - 1)
  }

  /** What was held back because a tag might have followed. */
  end(): Piece[] {
    if (this.isOver || this.#place === 'call') return []
    return this.#write(this.#held.trimEnd(), [])
  }

  /** True when there may be more to take. */
  #step(pieces: Piece[]): boolean {
    if (this.#place === 'call') return this.#readCall(pieces)
    if (
      this.#expected.isHeld &&
      this.#place === 'start' &&
      !callBegin.startsWith(this.#held.slice(0, callBegin.length))
    ) {
      this.#enter('json')
    }
    if (this.#place === 'json') {
      this.#write(this.#held, pieces)
      this.#held = ''
      return false
    }
    if (this.#place === 'start' || !this.#hasWritten) this.#held = this.#held.trimStart()
    const found = firstTag(this.#held)
    if (!found) {
      const length = this.#held.length - heldBack(this.#held)
      if (length > 0 && this.#place === 'start') this.#enter('answer')
      this.#write(this.#held.slice(0, length), pieces)
      this.#held = this.#held.slice(length)
      return false
    }
    const before = this.#held.slice(0, found.at).trimEnd()
    if (before !== '' && this.#place === 'start') this.#enter('answer')
    this.#write(before, pieces)
    this.#held = this.#held.slice(found.at + found.tag.length)
    this.#meet(found.tag)
    return true
  }

  #meet(tag: string): void {
    if (this.#place === 'reasoning') {
      // Reasoning that goes over into a call without a word was closed in thought.
      if (tag === thinkEnd) this.#enter('start')
      if (tag === callBegin && this.#expected.mayCall) this.#beginCall()
      return
    }
    if (tag === callBegin && this.#expected.mayCall) this.#beginCall()
    else if (this.#place === 'answer' || tag === callBegin) this.isOver = true
    else if (tag === thinkBegin) this.#enter('reasoning')
  }

  #beginCall(): void {
    this.#enter('call')
    this.#call = new CallReader(this.#calls)
    this.#calls += 1
  }

  #readCall(pieces: Piece[]): boolean {
    const call = this.#call
    if (!call) return false
    for (const piece of call.push(this.#held)) pieces.push({ ...piece, tokens: this.#takeTokens() })
    this.#held = ''
    if (!call.isOver) return false
    this.#held = call.rest
    const next = this.#held.indexOf(callBegin)
    if (next < 0) {
      call.rest = this.#held
      this.#held = ''
      return false
    }
    this.#held = this.#held.slice(next + callBegin.length)
    this.#beginCall()
    return true
  }

  #enter(place: Place): void {
    this.#place = place
    this.#hasWritten = false
  }

  #write(text: string, pieces: Piece[]): Piece[] {
    if (text === '') return pieces
    this.#hasWritten = true
    const kind = this.#place === 'reasoning' ? 'reasoning' : 'text'
    pieces.push({ kind, text, tokens: this.#takeTokens() })
    return pieces
  }

  #takeTokens(): number {
    const tokens = this.#tokens
    this.#tokens = 0
    return tokens
  }
}

function firstTag(text: string): { readonly tag: string; readonly at: number } | undefined {
  const found = tags.map(tag => ({ tag, at: text.indexOf(tag) })).filter(({ at }) => at >= 0)
  return found.toSorted((one, other) => one.at - other.at)[0]
}

/** How much of the end may be white space before a tag, or the beginning of one. */
function heldBack(text: string): number {
  const open = text.lastIndexOf('<')
  const isBegun = open >= 0 && tags.some(tag => tag.startsWith(text.slice(open)))
  const words = isBegun ? text.slice(0, open) : text
  return text.length - words.trimEnd().length
}
