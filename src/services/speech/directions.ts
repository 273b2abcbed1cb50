/** A stretch of text, and the direction that stands before it. */
export interface Passage {
  readonly text: string
  /** What was said in parentheses; not to be spoken. */
  readonly direction?: string
}

const opening = new Set(['(', '（'])
const closing = new Set([')', '）'])

/** Takes what stands in parentheses out of a text. One that is never closed is no direction: what follows it is spoken. */
export function readDirections(text: string): Passage[] {
  const passages: Passage[] = []
  let direction: string | undefined
  let spoken = ''
  const close = () => {
    if (spoken.trim() !== '' || direction !== undefined) {
      passages.push({ text: spoken.trim(), ...(direction !== undefined && { direction }) })
    }
    spoken = ''
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ''
    const end = opening.has(letter) ? endOfParentheses(text, at) : undefined
    if (end === undefined) {
      if (!opening.has(letter) && !closing.has(letter)) spoken += letter
      continue
    }
    close()
    direction = text.slice(at + 1, end).trim()
    at = end
  }
  close()
  return passages
}

function endOfParentheses(text: string, start: number): number | undefined {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (opening.has(text[at] ?? '')) depth += 1
    if (closing.has(text[at] ?? '')) depth -= 1
    if (depth === 0) return at
  }
  return undefined
}
