import { cardinal, eachDigit, numberWords, ordinal, year } from './numbers.ts'

const yearAfter =
  /\b(in|since|of|by|from|until|till|before|after|during|around|circa|year|late|early|mid|spring|summer|autumn|fall|winter|copyright|©|class of|and|to|through) $/i

function isYear(digits: string, before: string, after: string): boolean {
  if (digits.startsWith('10')) return /\b(in|since|year|year is|circa) $/i.test(before)
  return yearAfter.test(before) || /^(?:['’]s|[,.)]|$)/.test(after) || Number(digits) > 1899
}

/** Every number that no other reader has taken. */
export function readFigures(text: string): string {
  return text
    .replace(/\b(\d+(?:,\d{3})*)(st|nd|rd|th)\b/gi, (_, digits: string) => ordinal(digits.replaceAll(',', '')))
    .replace(
      /\b(1[1-9]\d\d|20\d\d)\s?[-–]\s?(1[1-9]\d\d|20\d\d)\b/g,
      (_, from: string, to: string) => `${year(from)} to ${year(to)}`,
    )
    .replace(/\b(1[1-9]\d\d|20\d\d)[-–](\d\d)\b/g, (_, from: string, to: string) => `${year(from)} to ${cardinal(to)}`)
    .replace(
      /(?<![\w.,])(\d+(?:,\d{3})*(?:\.\d+)?)\s?[–~]\s?(\d+(?:,\d{3})*(?:\.\d+)?)(?![\w])/g,
      (_, from: string, to: string) => `${numberWords(from)} to ${numberWords(to)}`,
    )
    .replace(
      /(?<![\w.,-])(\d{1,3}(?:\.\d+)?)-(\d{1,3}(?:\.\d+)?)(?![\w-])/g,
      (_, from: string, to: string) => `${numberWords(from)} to ${numberWords(to)}`,
    )
    .replace(/(?<![\w.,])(1\d{3}|20\d\d)(?!\d|[,.]\d)\b/g, (whole, digits: string, offset: number, all: string) =>
      isYear(digits, all.slice(0, offset), all.slice(offset + whole.length)) ? year(digits) : cardinal(digits),
    )
    .replace(/(?<![\w.,])[-−](?=\d)/g, 'minus ')
    .replace(/(\d+(?:,\d{3})*)\.(\d+)/g, whole => numberWords(whole))
    .replace(/(?<!\d)\.(\d+)/g, (_, digits: string) => ` point ${eachDigit(digits)}`)
    .replace(/\d{1,3}(?:,\d{3})+(?!\d)/g, digits => numberWords(digits))
    .replace(/\d+/g, digits => ` ${cardinal(digits)} `)
}
