/** Whole numbers have at most this many digits, so that every reader of JSON takes them for what they are. */
const digitsAtMost = 15
export const largest = 10 ** digitsAtMost - 1

/** GBNF for the whole numbers from one to another, both included; undefined where there is none. */
export function wholeNumbers(from: number, to: number): string | undefined {
  const least = Math.max(Math.ceil(from), -largest)
  const most = Math.min(Math.floor(to), largest)
  if (least > most) return undefined
  const choices: string[] = []
  if (least < 0) choices.push(`"-" (${positive(Math.max(1, -most), -least)})`)
  if (most >= 0) choices.push(positive(Math.max(0, least), most))
  return `(${choices.join(' | ')})`
}

function positive(from: number, to: number): string {
  if (to === largest && from < 2) return `${from === 0 ? '"0" | ' : ''}[1-9] [0-9]{0,${digitsAtMost - 1}}`
  const choices: string[] = []
  const [shortest, longest] = [String(from).length, String(to).length]
  for (let length = shortest; length <= longest; length++) {
    const least = Math.max(from, length === 1 ? 0 : 10 ** (length - 1))
    const most = Math.min(to, 10 ** length - 1)
    choices.push(sameLength(String(least), String(most)))
  }
  return choices.join(' | ')
}

/** Numbers of as many digits as both ends have. */
function sameLength(from: string, to: string): string {
  if (from === to) return `"${from}"`
  const rest = from.length - 1
  const [low, high] = [Number(from[0]), Number(to[0])]
  const [lowRest, highRest] = [from.slice(1), to.slice(1)]
  if (rest === 0) return digits(low, high)
  if (low === high) return `"${low}" (${sameLength(lowRest, highRest)})`
  const [zeros, nines] = ['0'.repeat(rest), '9'.repeat(rest)]
  const choices: string[] = []
  const firstFull = lowRest === zeros ? low : low + 1
  const lastFull = highRest === nines ? high : high - 1
  if (firstFull > low) choices.push(`"${low}" (${sameLength(lowRest, nines)})`)
  if (firstFull <= lastFull) choices.push(`${digits(firstFull, lastFull)} [0-9]{${rest},${rest}}`)
  if (lastFull < high) choices.push(`"${high}" (${sameLength(zeros, highRest)})`)
  return choices.join(' | ')
}

function digits(from: number, to: number): string {
  return from === to ? `"${from}"` : `[${from}-${to}]`
}
