import { core, ordinalText, readBelowHundred, readOrdinal, readYear } from './english-numbers.ts'
import type { Figure, SpokenWord } from './spoken-word.ts'

const months = /^(january|february|march|april|may|june|july|august|september|october|november|december)$/

/** "july fourth twenty twenty six", "the fourth of july". */
export function dates(words: readonly SpokenWord[], at: number): Figure | undefined {
  return monthFirst(words, at) ?? dayFirst(words, at)
}

function monthFirst(words: readonly SpokenWord[], at: number): Figure | undefined {
  const month = words[at]
  if (month === undefined || !months.test(month.core) || month.after !== '') return undefined
  const the = core(words, at + 1) === 'the' ? 1 : 0
  const from = at + 1 + the
  if (core(words, from) === '') return undefined
  const ordinal = readOrdinal(words, from)
  // "may five" could be anything: only a whole date may have a plain number for its day.
  const day = ordinal ?? readBelowHundred(words, from)
  const name = capital(month.written)
  if (day === undefined || day.value < 1 || day.value > 31) return yearAfter(words, at, name)
  const year = yearAt(words, day.to)
  if (year) return { to: year.to, text: `${name} ${day.value}, ${year.value}` }
  if (ordinal === undefined) return month.core === 'may' || month.core === 'march' ? undefined : plain()
  return plain()

  function plain(): Figure | undefined {
    const wholeYear = yearAfter(words, at, name)
    return wholeYear ?? (day && { to: day.to, text: `${name} ${day.value}` })
  }
}

function yearAfter(words: readonly SpokenWord[], at: number, name: string): Figure | undefined {
  const year = core(words, at + 1) === '' ? undefined : readYear(words, at + 1)
  return year && { to: year.to, text: `${name} ${year.value}` }
}

/** A comma may stand between a day and its year. */
function yearAt(words: readonly SpokenWord[], at: number) {
  const comma = words[at - 1]?.after === ','
  if (!comma && core(words, at) === '') return undefined
  return readYear(words, at)
}

function dayFirst(words: readonly SpokenWord[], at: number): Figure | undefined {
  const day = readOrdinal(words, at)
  if (day === undefined || day.value > 31 || core(words, day.to) !== 'of') return undefined
  const month = words[day.to + 1]
  if (month === undefined || !months.test(core(words, day.to + 1))) return undefined
  const text = `${ordinalText(day.value)} of ${capital(month.written)}`
  const year = month.after === '' || month.after === ',' ? yearAt(words, day.to + 2) : undefined
  return year ? { to: year.to, text: `${text} ${year.value}` } : { to: day.to + 2, text }
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
