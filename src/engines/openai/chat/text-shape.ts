/** The fields of a chunk that carry text. */
export type TextField = 'content' | 'reasoning_content' | 'reasoning'

export interface ShapedChunk {
  readonly field: TextField
  readonly text: string
  /** The running count, where the server sends one with each chunk. */
  readonly usage: unknown
}

const quote = 34
const usageKey = '"usage":'

/**
 * Chunks of one answer differ in their text and little else, and to parse all of each is most of the work. This knows
 * what stood around the text of the last one; where the same stands around another text, nothing else needs a look.
 */
export class TextShape {
  #field: TextField = 'content'
  #before = ''
  /** What follows the text: all of it, or all up to the count. */
  #after = ''
  #endsInUsage = false

  /** Remembers the shape of a chunk that said this text, and at most its count beside it. */
  learn(chunk: string, field: TextField, text: string, hasUsage: boolean): void {
    this.#before = ''
    if (isSpecial(text)) return
    const key = `"${field}":`
    const at = chunk.indexOf(key)
    if (at < 0 || chunk.indexOf(key, at + 1) >= 0) return
    let start = at + key.length
    while (chunk.charCodeAt(start) === 32) start += 1
    if (chunk.charCodeAt(start) !== quote || !chunk.startsWith(text, start + 1)) return
    const end = start + 1 + text.length
    if (chunk.charCodeAt(end) !== quote) return
    const usageAt = hasUsage ? chunk.indexOf(usageKey, end) : chunk.length
    if (usageAt < 0 || (hasUsage && lastValue(chunk, usageAt + usageKey.length) === undefined)) return
    this.#field = field
    this.#before = chunk.slice(0, start + 1)
    this.#after = chunk.slice(end, hasUsage ? usageAt + usageKey.length : usageAt)
    this.#endsInUsage = hasUsage
  }

  /** Undefined where the chunk has another shape, or a text that must be unescaped. */
  match(chunk: string): ShapedChunk | undefined {
    const start = this.#before.length
    // Slices are compared much faster than `startsWith` compares.
    if (start === 0 || chunk.slice(0, start) !== this.#before) return undefined
    const end = chunk.indexOf('"', start)
    const rest = this.#endsInUsage ? end + this.#after.length : chunk.length
    if (end <= start || chunk.slice(end, rest) !== this.#after) return undefined
    const text = chunk.slice(start, end)
    if (text.includes('\\')) return undefined
    if (!this.#endsInUsage) return { field: this.#field, text, usage: undefined }
    const usage = lastValue(chunk, rest)
    return usage === undefined ? undefined : { field: this.#field, text, usage }
  }
}

/** The value of an object's last key; undefined where there are more keys behind it. */
function lastValue(json: string, from: number): unknown {
  if (!json.endsWith('}')) return undefined
  try {
    return JSON.parse(json.slice(from, -1))
  } catch {
    return undefined
  }
}

function isSpecial(text: string): boolean {
  return text === '' || JSON.stringify(text).length !== text.length + 2
}
