import type { SpokenWord } from './spoken-word.ts'

const small = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
]
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const smallOrdinals = [
  ...[
    'zeroth',
    'first',
    'second',
    'third',
    'fourth',
    'fifth',
    'sixth',
    'seventh',
    'eighth',
    'ninth',
    'tenth',
    'eleventh',
  ],
  ...['twelfth', 'thirteenth', 'fourteenth', 'fifteenth', 'sixteenth', 'seventeenth', 'eighteenth', 'nineteenth'],
]
const scales = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
])

const cardinals = new Map<string, number>([
  ...small.map((word, value): [string, number] => [word, value]),
  ...tens.map((word, place): [string, number] => [word, (place + 2) * 10]),
])
const ordinals = new Map<string, number>([
  ...smallOrdinals.map((word, value): [string, number] => [word, value]),
  ...tens.map((word, place): [string, number] => [word.replace(/y$/, 'ieth'), (place + 2) * 10]),
  ['hundredth', 100],
  ['thousandth', 1000],
])

export interface Read {
  readonly value: number
  readonly to: number
}

/** A word may belong to a number only if nothing but a space stands before it. */
export function core(words: readonly SpokenWord[], at: number): string {
  const word = words[at]
  if (word === undefined) return ''
  return at > 0 && (words[at - 1]?.after ?? '') !== '' ? '' : word.core
}

export function readDigit(word: string): number | undefined {
  if (word === 'oh' || word === 'o') return 0
  const value = cardinals.get(word)
  return value !== undefined && value < 10 ? value : undefined
}

/** Up to 99: "seven", "seventeen", "seventy", "seventy seven". */
export function readBelowHundred(
  words: readonly SpokenWord[],
  from: number,
  first = words[from]?.core ?? '',
): Read | undefined {
  const value = cardinals.get(first)
  if (value === undefined) return undefined
  const unit = value >= 20 ? readDigit(core(words, from + 1)) : undefined
  if (unit === undefined || unit === 0) return { value, to: from + 1 }
  return { value: value + unit, to: from + 2 }
}

/** "three", "two hundred and five", "twelve hundred", "a hundred". */
function readBelowThousand(words: readonly SpokenWord[], from: number): Read | undefined {
  const article = words[from]?.core === 'a' && core(words, from + 1) === 'hundred'
  const head = article ? { value: 1, to: from + 1 } : readBelowHundred(words, from)
  if (head === undefined || head.value === 0) return head
  if (core(words, head.to) !== 'hundred') return head
  const value = head.value * 100
  const and = core(words, head.to + 1) === 'and' ? 1 : 0
  const rest = readBelowHundred(words, head.to + 1 + and, core(words, head.to + 1 + and))
  if (rest === undefined || rest.value === 0) return { value, to: head.to + 1 }
  return { value: value + rest.value, to: rest.to }
}

/** Any whole number that is said as one. */
export function readCardinal(words: readonly SpokenWord[], from: number): Read | undefined {
  const article = words[from]?.core === 'a' && scales.has(core(words, from + 1))
  let part: Read | undefined = article ? { value: 1, to: from + 1 } : readBelowThousand(words, from)
  if (part === undefined) return undefined
  let total = 0
  let limit = Number.POSITIVE_INFINITY
  for (;;) {
    const scale: number | undefined = scales.get(core(words, part.to))
    if (scale === undefined || scale >= limit) return { value: total + part.value, to: part.to }
    total += part.value * scale
    limit = scale
    const end: number = part.to + 1
    const and = core(words, end) === 'and' ? 1 : 0
    const next = core(words, end + and) === '' ? undefined : readBelowThousand(words, end + and)
    if (next === undefined || next.value === 0 || core(words, end + and) === 'a') return { value: total, to: end }
    part = next
  }
}

/** "twenty first", "hundredth", "third". */
export function readOrdinal(words: readonly SpokenWord[], from: number): Read | undefined {
  const single = ordinals.get(words[from]?.core ?? '')
  if (single !== undefined) return { value: single, to: from + 1 }
  const head = readCardinal(words, from)
  if (head === undefined) return undefined
  // A cardinal takes "twenty" and leaves "first" alone.
  const last = ordinals.get(core(words, head.to))
  if (last === undefined) return undefined
  if (last === 100 || last === 1000) return { value: head.value * last, to: head.to + 1 }
  const room = head.value % 100 === 0 ? 100 : head.value % 10 === 0 && head.value % 100 >= 20 ? 10 : 0
  return last < room ? { value: head.value + last, to: head.to + 1 } : undefined
}

/** "nineteen eighty four", "twenty oh five", "twenty twenty six", "two thousand twenty six". */
export function readYear(words: readonly SpokenWord[], from: number): Read | undefined {
  const century = cardinals.get(words[from]?.core ?? '')
  if (century !== undefined && century >= 10 && century <= 20) {
    const next = core(words, from + 1)
    if (next === 'oh' || next === 'o') {
      const unit = readDigit(core(words, from + 2))
      if (unit !== undefined) return { value: century * 100 + unit, to: from + 3 }
    }
    const rest = readBelowHundred(words, from + 1, next)
    if (rest !== undefined && rest.value >= 10) return { value: century * 100 + rest.value, to: rest.to }
  }
  const whole = words[from]?.core === 'a' ? undefined : readCardinal(words, from)
  return whole && whole.value >= 1000 && whole.value < 2100 ? whole : undefined
}

export function ordinalText(value: number): string {
  const last = value % 10
  const teen = Math.floor(value / 10) % 10 === 1
  return `${value}${teen ? 'th' : last === 1 ? 'st' : last === 2 ? 'nd' : last === 3 ? 'rd' : 'th'}`
}

/** 1500, 12,000, and "3 million" where the number is said that way. */
export function cardinalText(value: number): string {
  for (const [name, scale] of [...scales].reverse()) {
    if (scale >= 1e6 && value >= scale && value % (scale / 10) === 0) return `${value / scale} ${name}`
  }
  return value < 10_000 ? String(value) : value.toLocaleString('en-US')
}
