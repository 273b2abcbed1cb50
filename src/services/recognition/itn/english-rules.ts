import { dates } from './english-dates.ts'
import {
  cardinalText,
  core,
  ordinalText,
  type Read,
  readCardinal,
  readDigit,
  readOrdinal,
  readYear,
} from './english-numbers.ts'
import { times } from './english-times.ts'
import type { Figure, SpokenWord } from './spoken-word.ts'

type Rule = (words: readonly SpokenWord[], at: number) => Figure | undefined

const currencies = new Map([
  ...['dollar', 'dollars'].map((word): [string, string] => [word, '$']),
  ...['pound', 'pounds'].map((word): [string, string] => [word, '£']),
  ...['euro', 'euros'].map((word): [string, string] => [word, '€']),
])

const units = new Map(
  Object.entries({
    kilometer: 'km',
    kilometre: 'km',
    meter: 'm',
    metre: 'm',
    centimeter: 'cm',
    centimetre: 'cm',
    millimeter: 'mm',
    millimetre: 'mm',
    kilogram: 'kg',
    gram: 'g',
    milligram: 'mg',
    liter: 'L',
    litre: 'L',
    milliliter: 'mL',
    millilitre: 'mL',
    kilobyte: 'KB',
    megabyte: 'MB',
    gigabyte: 'GB',
    terabyte: 'TB',
    kilowatt: 'kW',
    megawatt: 'MW',
  }).flatMap(([word, sign]) => [[word, sign] as const, [`${word}s`, sign] as const]),
)
const hertz = new Map([
  ['hertz', 'Hz'],
  ['kilohertz', 'kHz'],
  ['megahertz', 'MHz'],
  ['gigahertz', 'GHz'],
])
/** What is counted with figures however small the count. */
const numbered =
  /^(number|chapter|page|room|flight|version|section|step|level|route|platform|gate|track|figure|table|season|episode|highway|unit|volume|size|channel)$/

/** "three point one four", "minus five", or a whole number. */
function readDecimal(
  words: readonly SpokenWord[],
  at: number,
): { text: string; to: number; value: number } | undefined {
  const whole = readCardinal(words, at)
  if (whole === undefined || words[at]?.core === 'a') return whole && { ...whole, text: cardinalText(whole.value) }
  if (core(words, whole.to) !== 'point') return { ...whole, text: cardinalText(whole.value) }
  let digits = ''
  let to = whole.to + 1
  for (;;) {
    const digit = readDigit(core(words, to))
    if (digit === undefined) break
    digits += digit
    to += 1
  }
  if (digits === '') return { ...whole, text: cardinalText(whole.value) }
  const scale = /^(million|billion|trillion)$/.exec(core(words, to))?.[0]
  return { text: `${whole.value}.${digits}${scale ? ` ${scale}` : ''}`, to: scale ? to + 1 : to, value: Number.NaN }
}

const money: Rule = (words, at) => {
  const amount = readDecimal(words, at)
  const sign = amount && currencies.get(core(words, amount.to))
  if (!amount || !sign) return undefined
  const to = amount.to + 1
  const and = core(words, to) === 'and' ? 1 : 0
  const cents = core(words, to + and) === '' ? undefined : readCardinal(words, to + and)
  if (
    cents &&
    cents.value < 100 &&
    /^(cents?|pence|p)$/.test(core(words, cents.to)) &&
    Number.isInteger(amount.value)
  ) {
    return { to: cents.to + 1, text: `${sign}${amount.text}.${String(cents.value).padStart(2, '0')}` }
  }
  return { to, text: `${sign}${amount.text}` }
}

const signed: Rule = (words, at) => {
  if (!/^(minus|negative)$/.test(words[at]?.core ?? '')) return undefined
  const amount = core(words, at + 1) === '' ? undefined : readDecimal(words, at + 1)
  if (!amount) return undefined
  const measured = measure({ to: amount.to, text: `-${amount.text}` }, words)
  return measured ?? { to: amount.to, text: `-${amount.text}` }
}

/** A number with what it measures. */
function measure(amount: Figure, words: readonly SpokenWord[]): Figure | undefined {
  const [next, second, third] = [0, 1, 2].map(ahead => core(words, amount.to + ahead))
  if (next === 'percent') return { to: amount.to + 1, text: `${amount.text}%` }
  if (next === 'per' && second === 'cent') return { to: amount.to + 2, text: `${amount.text}%` }
  if (next === 'miles' && second === 'per' && third === 'hour') return { to: amount.to + 3, text: `${amount.text} mph` }
  if (/^degrees?$/.test(next ?? '')) {
    if (/^(celsius|centigrade)$/.test(second ?? '')) return { to: amount.to + 2, text: `${amount.text} °C` }
    if (second === 'fahrenheit') return { to: amount.to + 2, text: `${amount.text} °F` }
    return { to: amount.to + 1, text: `${amount.text}°` }
  }
  const unit = units.get(next ?? '') ?? hertz.get(next ?? '')
  if (unit === undefined) return undefined
  if (second === 'per' && third === 'hour' && unit === 'km') return { to: amount.to + 3, text: `${amount.text} km/h` }
  if (second === 'per' && third === 'second' && unit === 'm') return { to: amount.to + 3, text: `${amount.text} m/s` }
  return { to: amount.to + 1, text: `${amount.text} ${unit}` }
}

const measured: Rule = (words, at) => {
  const amount = readDecimal(words, at)
  return amount && measure(amount, words)
}

/** Single digits one after the other: a telephone number, a code. */
const digits: Rule = (words, at) => {
  let text = ''
  let to = at
  for (;;) {
    const word = to === at ? (words[at]?.core ?? '') : core(words, to)
    const double = word === 'double' || word === 'triple'
    const digit = readDigit(double ? core(words, to + 1) : word)
    if (digit === undefined || (text === '' && (word === 'oh' || word === 'o'))) break
    text += String(digit).repeat(double ? (word === 'double' ? 2 : 3) : 1)
    to += double ? 2 : 1
  }
  // The last one may be the first of another number: "one two three hundred".
  if (text.length < 3 || /^(hundred|thousand|million|billion|point)$/.test(core(words, to))) return undefined
  return { to, text: grouped(text) }
}

function grouped(text: string): string {
  if (text.length === 7) return `${text.slice(0, 3)}-${text.slice(3)}`
  if (text.length === 10) return `${text.slice(0, 3)}-${text.slice(3, 6)}-${text.slice(6)}`
  if (text.length === 11 && text.startsWith('1')) return `1-${grouped(text.slice(1))}`
  return text
}

const fixed: Rule = (words, at) => {
  const said = [0, 1, 2].map(ahead => (ahead === 0 ? words[at]?.core : core(words, at + ahead))).join(' ')
  if (said === 'twenty four seven') return { to: at + 3, text: '24/7' }
  if (said.startsWith('fifty fifty')) return { to: at + 2, text: '50/50' }
  if (said.startsWith('nine eleven')) return { to: at + 2, text: '9/11' }
  return undefined
}

const year: Rule = (words, at) => {
  const read = readYear(words, at)
  return read && { to: read.to, text: String(read.value) }
}

const ordinal: Rule = (words, at) => {
  const read = readOrdinal(words, at)
  return read && read.value >= 10 ? { to: read.to, text: ordinalText(read.value) } : undefined
}

/** Below ten, a number is a word, unless it is the number of something. */
const cardinal: Rule = (words, at) => {
  const amount = readDecimal(words, at)
  if (!amount) return undefined
  const whole: Read = amount
  const named = at > 0 && words[at - 1]?.after === '' && numbered.test(words[at - 1]?.core ?? '')
  const saidWithA = words[at]?.core === 'a' && amount.to - at === 2
  if (saidWithA || (whole.value < 10 && !named)) return undefined
  return { to: amount.to, text: amount.text }
}

/** The first that fits is taken. */
export const englishRules: readonly Rule[] = [
  fixed,
  dates,
  times,
  digits,
  money,
  signed,
  measured,
  year,
  ordinal,
  cardinal,
]
