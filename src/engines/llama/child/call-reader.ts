import type { Piece } from '../protocol.ts'

type NewPiece = Omit<Piece, 'tokens'>

const opening = /^\s*\{\s*"name":\s*("(?:[^"\\]|\\.)*"),\s*"arguments":\s*/

/** One call, as the grammar makes a model write it: its name, then its arguments as they come. */
export class CallReader {
  readonly #call: number
  #head = ''
  #isNamed = false
  #depth = 0
  #isInText = false
  #isEscaped = false
  isOver = false
  /** What came after the arguments. */
  rest = ''

  constructor(call: number) {
    this.#call = call
  }

  push(text: string): NewPiece[] {
    if (this.isOver) {
      this.rest += text
      return []
    }
    if (this.#isNamed) return this.#arguments(text)
    this.#head += text
    const found = opening.exec(this.#head)
    if (!found) return []
    this.#isNamed = true
    const name = JSON.parse(found[1] ?? '""') as string
    const rest = this.#head.slice(found[0].length)
    return [{ kind: 'call', call: this.#call, name, text: '' }, ...this.#arguments(rest)]
  }

  #arguments(next: string): NewPiece[] {
    const text = this.#depth === 0 ? next.trimStart() : next
    let length = 0
    for (const character of text) {
      length += character.length
      if (this.#step(character)) {
        this.isOver = true
        this.rest = text.slice(length)
        break
      }
    }
    const given = text.slice(0, length)
    return given === '' ? [] : [{ kind: 'call', call: this.#call, text: given }]
  }

  /** True when the last bracket has been closed. */
  #step(character: string): boolean {
    if (this.#isEscaped) this.#isEscaped = false
    else if (this.#isInText) {
      if (character === '\\') this.#isEscaped = true
      else if (character === '"') this.#isInText = false
    } else if (character === '"') this.#isInText = true
    else if (character === '{' || character === '[') this.#depth += 1
    else if (character === '}' || character === ']') {
      this.#depth -= 1
      return this.#depth === 0
    }
    return false
  }
}
