const digitValues = new Map([...'零一二三四五六七八九'].map((letter, value) => [letter, value]))
for (const [letter, value] of [
  ['〇', 0],
  ['两', 2],
  ['幺', 1],
] as const) {
  digitValues.set(letter, value)
}
const smallUnits = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1000],
])
const bigUnits = new Map([
  ['万', 10_000],
  ['亿', 100_000_000],
])

export interface MandarinNumber {
  readonly text: string
  readonly value: number
  /** How many letters it takes. */
  readonly length: number
  /** Said digit by digit. */
  readonly spelled: boolean
}

export function digitOf(letter: string | undefined): number | undefined {
  return digitValues.get(letter ?? '')
}

/** 二零二六, 幺三八…: digits without units. */
export function readSpelled(letters: readonly string[], from: number): MandarinNumber | undefined {
  let text = ''
  while (digitOf(letters[from + text.length]) !== undefined && letters[from + text.length] !== '两') {
    text += digitOf(letters[from + text.length])
  }
  if (text.length < 2) return undefined
  return { text, value: Number(text), length: text.length, spelled: true }
}

/** 一百二十, 三千五, 两万, 十五, and single digits; 七八十 and the like are guesses, and no numbers. */
export function readCounted(letters: readonly string[], from: number): MandarinNumber | undefined {
  let at = from
  let value = 0
  let last = Number.POSITIVE_INFINITY
  for (;;) {
    const afterZero = at > from && digitOf(letters[at]) === 0
    const section = readSection(letters, afterZero ? at + 1 : at, last, afterZero || at === from)
    if (section === 'guess') return undefined
    if (section === undefined) break
    const big = bigUnits.get(letters[section.to] ?? '')
    const fits = big !== undefined && big < last
    value += section.value * (fits ? big : 1)
    at = fits ? section.to + 1 : section.to
    if (!fits) break
    last = big
  }
  return at === from ? undefined : { text: String(value), value, length: at - from, spelled: false }
}

interface Section {
  readonly value: number
  readonly to: number
}

/** Up to 9999. Behind 万 or 亿, a lone digit counts the unit below, unless 零 stands between: 一万二 is 12000. */
function readSection(
  letters: readonly string[],
  from: number,
  above: number,
  exact: boolean,
): Section | 'guess' | undefined {
  let at = from
  let value = 0
  let lastUnit = 0
  let afterZero = false
  for (;;) {
    const zero = at > from && digitOf(letters[at]) === 0 && lastUnit > 0
    if (zero && digitOf(letters[at + 1]) === undefined) break
    if (zero) {
      afterZero = true
      at += 1
    }
    const digit = digitOf(letters[at])
    const unit = smallUnits.get(letters[at + (digit === undefined ? 0 : 1)] ?? '')
    if (digit === undefined && !(unit === 10 && at === from)) break
    if (unit !== undefined && lastUnit !== 0 && unit >= lastUnit) return 'guess'
    if (unit === undefined) {
      if (digitOf(letters[at + 1]) !== undefined) return 'guess'
      const short = lastUnit >= 100 ? lastUnit / 10 : lastUnit === 0 && !exact ? above / 10 : 1
      // 二百五十 is over with 五; in 三百五万 there is no number.
      value += (digit ?? 0) * (afterZero || bigUnits.has(letters[at + 1] ?? '') ? 1 : short)
      at += 1
      break
    }
    value += (digit ?? 1) * unit
    at += digit === undefined ? 1 : 2
    lastUnit = unit
  }
  return at === from ? undefined : { value, to: at }
}

/** 3281138, but 20万 and 1.3亿 as they are said. */
export function countedText({ value }: MandarinNumber): string {
  for (const [letter, unit] of [...bigUnits].reverse()) {
    const step = letter === '亿' ? unit / 10 : unit
    if (value >= unit && value % step === 0) return `${value / unit}${letter}`
  }
  return String(value)
}
