import type { Piece } from '../protocol.ts'
import type { Parsed } from './binding.ts'

/** A tag that a model wrote where none belongs. */
const strayTag = /<\/?think>/

/** Turns "all that was said so far" into what is new in it. */
export class PieceReader {
  #reasoning = ''
  #text = ''
  readonly #calls: string[] = []
  #tokens = 0
  /** The model began to reason anew within its answer: what follows is none. */
  isOver = false
  reasoningTokens = 0

  get hasAnswered(): boolean {
    return this.#text !== '' || this.#calls.length > 0
  }

  get hasCalled(): boolean {
    return this.#calls.length > 0
  }

  push({ reasoning_content = '', content = '', tool_calls = [] }: Parsed, tokens: number): Piece[] {
    if (this.isOver) return []
    this.#tokens += tokens
    const pieces: Piece[] = []
    const reasoning = newIn(this.#reasoning, reasoning_content.trimEnd())
    if (reasoning !== '') {
      this.#reasoning += reasoning
      this.reasoningTokens += this.#tokens
      pieces.push({ kind: 'reasoning', text: reasoning, tokens: this.#takeTokens() })
    }
    const text = newIn(this.#text, this.#readAnswer(content))
    if (text !== '') {
      this.#text += text
      pieces.push({ kind: 'text', text, tokens: this.#takeTokens() })
    }
    tool_calls.forEach((call, index) => {
      const piece = this.#readCall(index, call.function)
      if (piece) pieces.push(piece)
    })
    return pieces
  }

  /** White space around an answer belongs to the template. */
  #readAnswer(content: string): string {
    const answer = content.trimStart().replace(/^(<\/?think>\s*)+/, '')
    const stray = strayTag.exec(answer)
    if (!stray) return answer
    this.isOver = true
    return answer.slice(0, stray.index).trimEnd()
  }

  #readCall(call: number, { name, arguments: given }: { name: string; arguments: string }): Piece | undefined {
    if (name === '') return undefined
    const known = this.#calls[call]
    const text = newIn(known ?? '', given)
    if (known !== undefined && text === '') return undefined
    this.#calls[call] = (known ?? '') + text
    return { kind: 'call', call, text, tokens: this.#takeTokens(), ...(known === undefined && { name }) }
  }

  #takeTokens(): number {
    const tokens = this.#tokens
    this.#tokens = 0
    return tokens
  }
}

/** Nothing when the parser thinks better of what it said before: its last word is the longest one. */
function newIn(known: string, all: string): string {
  return all.startsWith(known) ? all.slice(known.length) : ''
}
