import type { Vocabulary } from './vocabulary.ts'

const replacement = '\ufffd'
/** To llama.cpp's grammars bytes that are no character are one all the same, and so is what is read of them. */
const replacements = /\ufffd{2,}/g
/** A character has at most four bytes, and a token at least one. */
const tokensOfCharacter = 4

/** Tokens as text: a character may take several, and how a token reads may depend on the one before. */
export class TokenReader {
  readonly #vocabulary: Pick<Vocabulary, 'textOf'>
  #before: readonly number[] = []
  #pending: number[] = []

  constructor(vocabulary: Pick<Vocabulary, 'textOf'>) {
    this.#vocabulary = vocabulary
  }

  /** Empty while a character is not complete. */
  push(token: number): string {
    this.#pending.push(token)
    const text = this.#pendingText()
    if (text.endsWith(replacement) && this.#pending.length < tokensOfCharacter) return ''
    return this.#take(text)
  }

  /** What is left when nothing follows. */
  end(): string {
    return this.#pending.length === 0 ? '' : this.#take(this.#pendingText())
  }

  #pendingText(): string {
    const before = this.#vocabulary.textOf(this.#before)
    return this.#vocabulary.textOf([...this.#before, ...this.#pending]).slice(before.length)
  }

  #take(text: string): string {
    this.#before = this.#pending.slice(-1)
    this.#pending = []
    return text.replace(replacements, replacement)
  }
}
