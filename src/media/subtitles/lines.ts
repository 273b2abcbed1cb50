import { textWidth } from './text-width.ts'

export const lineWidth = 42

/** The words on one line or two; undefined when they do not fit. Of two, about equal ones, rather after punctuation. */
export function layLines(words: readonly string[]): string[] | undefined {
  const whole = words.join('').trim()
  if (textWidth(whole) <= lineWidth) return [whole]
  let best: { lines: string[]; cost: number } | undefined
  for (let at = 1; at < words.length; at++) {
    const lines = [words.slice(0, at).join('').trim(), words.slice(at).join('').trim()]
    const [first = 0, second = 0] = lines.map(textWidth)
    if (first > lineWidth || second > lineWidth || first === 0 || second === 0) continue
    const cost = Math.abs(first - second) - (/[\p{P}]$/u.test(lines[0] ?? '') ? 12 : 0)
    if (!best || cost < best.cost) best = { lines, cost }
  }
  return best?.lines
}
