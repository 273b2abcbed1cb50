import { core, type Read, readBelowHundred, readDigit } from './english-numbers.ts'
import type { Figure, SpokenWord } from './spoken-word.ts'

/** "five thirty pm", "ten o'clock", "half past six", "at seven fifteen". */
export function times(words: readonly SpokenWord[], at: number): Figure | undefined {
  return relative(words, at) ?? clock(words, at)
}

function relative(words: readonly SpokenWord[], at: number): Figure | undefined {
  const first = words[at]?.core
  const relation = core(words, at + 1)
  if (!/^(past|to)$/.test(relation) || (first !== 'half' && first !== 'quarter')) return undefined
  if (first === 'half' && relation === 'to') return undefined
  const hour = readHour(words, at + 2)
  if (hour === undefined) return undefined
  const minutes = first === 'half' ? 30 : relation === 'past' ? 15 : 45
  const value = relation === 'to' ? ((hour.value + 10) % 12) + 1 : hour.value
  return withHalf(words, hour.to, `${value}:${minutes}`)
}

function clock(words: readonly SpokenWord[], at: number): Figure | undefined {
  const hour = readHour(words, at)
  if (hour === undefined) return undefined
  if (/^o'?clock$/.test(core(words, hour.to))) return withHalf(words, hour.to + 1, `${hour.value}:00`)
  const minutes = readMinutes(words, hour.to)
  if (minutes) {
    const text = `${hour.value}:${String(minutes.value).padStart(2, '0')}`
    const figure = withHalf(words, minutes.to, text)
    const said = at > 0 && words[at - 1]?.after === '' && words[at - 1]?.core === 'at'
    return figure.to > minutes.to || said || partOfDay(words, minutes.to) ? figure : undefined
  }
  const half = withHalf(words, hour.to, String(hour.value))
  if (half.to > hour.to) return half
  return partOfDay(words, hour.to) ? { to: hour.to, text: String(hour.value) } : undefined
}

function readHour(words: readonly SpokenWord[], at: number): Read | undefined {
  const hour = core(words, at) === '' && at > 0 && words[at - 1]?.after !== '' ? undefined : readBelowHundred(words, at)
  return hour && hour.value >= 1 && hour.value <= 12 && hour.to === at + 1 ? hour : undefined
}

function readMinutes(words: readonly SpokenWord[], at: number): Read | undefined {
  const first = core(words, at)
  if (first === 'oh' || first === 'o') {
    const unit = readDigit(core(words, at + 1))
    return unit === undefined ? undefined : { value: unit, to: at + 2 }
  }
  const minutes = first === '' ? undefined : readBelowHundred(words, at)
  return minutes && minutes.value >= 10 && minutes.value < 60 ? minutes : undefined
}

/** "a.m." loses its last point to the punctuation of the word, which is the word's own here. */
function withHalf(words: readonly SpokenWord[], at: number, text: string): Figure {
  const said = core(words, at)
  if (/^[ap]\.?m$/.test(said)) return { to: at + 1, text: `${text} ${said.startsWith('a') ? 'AM' : 'PM'}` }
  if (/^[ap]$/.test(said) && core(words, at + 1) === 'm') return { to: at + 2, text: `${text} ${said.toUpperCase()}M` }
  return { to: at, text }
}

function partOfDay(words: readonly SpokenWord[], at: number): boolean {
  const said = [0, 1, 2].map(ahead => core(words, at + ahead)).join(' ')
  return /^(in the (morning|afternoon|evening)|at night|tonight)/.test(said)
}
