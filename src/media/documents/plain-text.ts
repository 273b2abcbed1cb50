import { DocumentError } from './document-error.ts'
import { megabytes } from './limits.ts'

/** Collects the text of one document and refuses to grow beyond what was agreed. */
export class PlainText {
  readonly #parts: string[] = []
  readonly #limit: number
  #bytes = 0
  #collected = 0

  constructor(limitBytes: number) {
    this.#limit = limitBytes
  }

  write(text: string): void {
    this.#bytes += Buffer.byteLength(text)
    if (this.#bytes > this.#limit) this.#refuse()
    this.#parts.push(text)
  }

  /** Counts text that a reader still holds back (a table cell, a text box), so that held text is bounded too. */
  expect(text: string): void {
    this.#collected += text.length
    if (this.#collected > this.#limit) this.#refuse()
  }

  get isEmpty(): boolean {
    return this.#bytes === 0
  }

  toString(): string {
    return this.#parts.join('')
  }

  #refuse(): never {
    throw new DocumentError(
      `The document holds more than ${megabytes(this.#limit)} of text, the most accepted.`,
      'limit',
    )
  }
}

/** One kind of line break, and no character that only terminals or broken files contain. */
export function withoutControls(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/g, '')
}

/** For text that was laid out by us: soft hyphens, spaces at line ends and runs of empty lines carry nothing. */
export function tidied(text: string): string {
  // Trimmed line by line: a pattern for "spaces before a line end" is quadratic in the length of a run of spaces.
  const lines = withoutControls(text).replaceAll('\u00ad', '').split('\n')
  return lines
    .map(line => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd()
}
