const longestPiece = 8192
const longestRun = 512

/**
 * Cuts a text into pieces that can be counted one by one. No token reaches from a word into the space behind it, so that
 * cuts there cost nothing; but a tokenizer's time grows with the square of a run that has no such border, and long runs
 * are cut, too, at the price of a token now and then.
 */
export function* boundedPieces(text: string): Generator<string> {
  let start = 0
  let run = 0
  let isSpace = isSpaceAt(text, 0)
  for (let at = 1; at < text.length; at++) {
    const wasSpace = isSpace
    isSpace = isSpaceAt(text, at)
    run = isSpace === wasSpace ? run + 1 : 1
    // A line break may belong to what stands before it.
    const isBorder = !wasSpace && text.charCodeAt(at) === 32
    const isDue = (isBorder && at - start >= longestPiece) || run > longestRun
    if (!isDue || isSecondHalf(text, at)) continue
    yield text.slice(start, at)
    start = at
    run = 1
  }
  if (start < text.length) yield text.slice(start)
}

function isSpaceAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code === 32 || (code >= 9 && code <= 13)
}

function isSecondHalf(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff
}
