import { cardinal, ordinal, year } from './numbers.ts'

const months = 'January February March April May June July August September October November December'.split(' ')
const monthName = `(?:${months.map(name => (name === 'May' ? name : `${name}|${name.slice(0, 3)}\\.?`)).join('|')}|Sept\\.?)`
const nth = '(?:st|nd|rd|th)?'

function fullMonth(written: string): string {
  const start = written.slice(0, 3).toLowerCase()
  return months.find(name => name.toLowerCase().startsWith(start)) ?? written
}

function spoken(month: number, day: string, yearDigits?: string): string | undefined {
  const name = months[month - 1]
  const value = Number(day)
  if (name === undefined || value < 1 || value > 31) return undefined
  return `${name} ${ordinal(String(value))}${yearDigits === undefined ? '' : `, ${year(yearDigits)}`}`
}

/** Dates in the forms people write; day and month are swapped where only that makes sense. */
export function readDates(text: string): string {
  return text
    .replace(/\b(\d{4})-(\d{1,2})-(\d{1,2})(?:T(?=\d{2}:))?(?![\d-])/g, (whole, y: string, m: string, d: string) => {
      const words = spoken(Number(m), d, y)
      return words === undefined ? whole : `${words} `
    })
    .replace(
      /\b(\d{4})\/(\d{1,2})\/(\d{1,2})\b/g,
      (whole, y: string, m: string, d: string) => spoken(Number(m), d, y) ?? whole,
    )
    .replace(
      /\b(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?![\d.])\b/g,
      (whole, a: string, mark: string, b: string, y: string) => {
        if (mark !== '/' && y.length === 2) return whole
        const full = y.length === 4 ? y : `${Number(y) > 50 ? '19' : '20'}${y}`
        return (mark === '.' || Number(a) > 12 ? spoken(Number(b), a, full) : spoken(Number(a), b, full)) ?? whole
      },
    )
    .replace(
      new RegExp(`\\b(\\d{1,2})${nth} (?:of )?(${monthName})(?:,? (\\d{4}))?(?![\\d\\p{L}])`, 'gu'),
      (whole, d: string, m: string, y?: string) => {
        if (Number(d) > 31) return whole
        return `the ${ordinal(String(Number(d)))} of ${fullMonth(m)}${y === undefined ? '' : `, ${year(y)}`}`
      },
    )
    .replace(
      new RegExp(`\\b(${monthName}) (\\d{1,2})${nth}(?![\\d:])(?:,? (\\d{4}))?(?![\\d\\p{L}])`, 'gu'),
      (whole, m: string, d: string, y?: string) => {
        if (Number(d) > 31) return whole
        return `${fullMonth(m)} ${ordinal(String(Number(d)))}${y === undefined ? '' : `, ${year(y)}`}`
      },
    )
    .replace(
      new RegExp(`\\b(${monthName}),? (\\d{4})\\b`, 'gu'),
      (_, m: string, y: string) => `${fullMonth(m)} ${year(y)}`,
    )
    .replace(/\b([1-9]\d{2})0(?:'|’)?s\b/g, (_, start: string) => decade(`${start}0`))
    .replace(/(?<![\p{L}\d])['’](\d)0s\b/gu, (_, ten: string) => decade(`${ten}0`))
    .replace(
      /\b(\d{3,4}|\d{1,2}) (BC|AD|BCE|CE)\b/g,
      (_, y: string, era: string) => `${y.length === 4 ? year(y) : cardinal(y)} ${[...era].join(' ')}`,
    )
}

function decade(digits: string): string {
  const words = digits.length === 4 && digits.endsWith('000') ? 'two thousand' : year(digits)
  return words.endsWith('y') ? `${words.slice(0, -1)}ies` : `${words}s`
}
