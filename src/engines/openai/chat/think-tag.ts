import type { AnswerParts } from './answer-parts.ts'

const opening = '<think>'
const closing = '</think>'

/**
 * Servers without a reasoning parser leave a model's reasoning in its text, as one block at the very beginning. It is
 * told apart here; a tag anywhere else is text.
 */
export class ThinkTag {
  readonly #parts: AnswerParts
  #state: 'before' | 'inside' | 'gap' | 'plain' = 'before'
  #held = ''
  #hasThought = false

  constructor(parts: AnswerParts) {
    this.#parts = parts
  }

  push(text: string): void {
    switch (this.#state) {
      case 'plain':
        this.#parts.write('text', text)
        return
      case 'before':
        this.#held += text
        this.#decide()
        return
      case 'inside':
        this.#held += text
        this.#lookForEnd()
        return
      case 'gap':
        this.#skipGap(text)
        return
    }
  }

  /** No more text comes; or reasoning has come by itself, so that what comes is text. */
  end(): void {
    const held = this.#held
    const kind = this.#state === 'inside' ? 'reasoning' : 'text'
    this.#held = ''
    this.#state = 'plain'
    if (held !== '') this.#parts.write(kind, held)
  }

  #decide(): void {
    const begun = this.#held.trimStart()
    if (begun.startsWith(opening)) {
      this.#state = 'inside'
      this.#held = begun.slice(opening.length)
      this.#lookForEnd()
    } else if (!opening.startsWith(begun)) {
      this.end()
    }
  }

  #lookForEnd(): void {
    const at = this.#held.indexOf(closing)
    if (at >= 0) {
      const thought = this.#held.slice(0, at)
      const rest = this.#held.slice(at + closing.length)
      this.#held = ''
      this.#think(thought)
      this.#state = 'gap'
      this.#skipGap(rest)
      return
    }
    const keep = lengthOfBeginning(this.#held, closing)
    const shown = this.#held.slice(0, this.#held.length - keep)
    this.#held = this.#held.slice(this.#held.length - keep)
    this.#think(shown)
  }

  /** Models begin their thoughts on a new line. */
  #think(text: string): void {
    const thought = this.#hasThought ? text : text.trimStart()
    if (thought === '') return
    this.#hasThought = true
    this.#parts.write('reasoning', thought)
  }

  /** The empty lines that models put between reasoning and answer. */
  #skipGap(text: string): void {
    const rest = text.trimStart()
    if (rest === '') return
    this.#state = 'plain'
    this.#parts.write('text', rest)
  }
}

/** How many last characters of the text may be the first of the tag. */
function lengthOfBeginning(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(tag.slice(0, length))) return length
  }
  return 0
}
