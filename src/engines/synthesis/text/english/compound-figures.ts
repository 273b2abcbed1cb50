import { cardinal, eachDigit, numberWords, ordinal } from './numbers.ts'

const denominators: Readonly<Record<string, readonly [string, string]>> = {
  '2': ['half', 'halves'],
  '4': ['quarter', 'quarters'],
}
const vulgar: Readonly<Record<string, string>> = {
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
  '⅕': '1/5',
  '⅛': '1/8',
  '⅜': '3/8',
  '⅝': '5/8',
  '⅞': '7/8',
}
const vulgarSigns = Object.keys(vulgar).join('')

function fraction(top: string, bottom: string): string {
  const [one, many] = denominators[bottom] ?? [ordinal(bottom), `${ordinal(bottom)}s`]
  return `${cardinal(top)} ${top === '1' ? one : many}`
}

/** Versions, fractions, sizes: figures that other signs or letters belong to. */
export function readCompoundFigures(text: string): string {
  return (
    text
      .replace(/\b9\/11\b/g, 'nine eleven')
      .replace(/\b20\/20\b/g, 'twenty twenty')
      // 4K and 8K are kinds of screens, other thousands are counted.
      .replace(
        /(?<![\w.,])(?![248]K)(\d+(?:,\d{3})*(?:\.\d+)?)([kKM])(?![\p{L}\d])/gu,
        (_, value: string, scale: string) => `${numberWords(value)} ${scale === 'M' ? 'million' : 'thousand'}`,
      )
      .replace(/(?<![\d:])(\d{1,3}):(\d)(?![\d:])/g, (_, a: string, b: string) => `${cardinal(a)} to ${cardinal(b)}`)
      .replace(/(?<=\b(?:zip|postal|area|PIN|pin|access|ZIP)(?: code)?:? (?:is )?)(\d{3,})\b/g, digits =>
        eachDigit(digits),
      )
      .replace(
        new RegExp(`(\\d+)? ?([${vulgarSigns}])`, 'gu'),
        (_, whole: string | undefined, sign: string) => (whole === undefined ? '' : `${whole} `) + (vulgar[sign] ?? ''),
      )
      .replace(
        /\b(v|version |ver\. ?)(\d+(?:\.\d+)+)/gi,
        (_, name: string, digits: string) => `${/^v$/i.test(name) ? 'version' : name.trim()} ${dotted(digits)}`,
      )
      .replace(/\bv(\d+)\b/g, (_, digits: string) => `version ${cardinal(digits)}`)
      .replace(/(?<![\d.])\d+(?:\.\d+){2,}(?![\d.]*\d)/g, digits => dotted(digits))
      .replace(
        /\b(\d+) (\d{1,2})\/(\d{1,3})\b/g,
        (_, whole: string, top: string, bottom: string) =>
          `${cardinal(whole)} and ${fraction(top, bottom).replace(/^one (?=half|quarter)/, 'a ')}`,
      )
      .replace(/\b24\/7\b/g, 'twenty-four seven')
      .replace(/(?<![\d/])\b(\d{1,2})\/(\d{1,3})\b(?!\/)/g, (whole, top: string, bottom: string) => {
        if (Number(bottom) < 2) return whole
        return Number(top) < Number(bottom) ? fraction(top, bottom) : `${cardinal(top)} over ${cardinal(bottom)}`
      })
      .replace(/(?<![\w.,])(\d+)[x×](?=\d)/g, (_, digits: string) => `${cardinal(digits)} by `)
      .replace(/(?<![\w.,])(\d+(?:\.\d+)?)[x×]\b/gi, (_, digits: string) => `${numberWords(digits)} times`)
      .replace(
        /\b(his|her|their|my|your|our|mid|late|early|the|mid-)([ -])([2-9])0s\b/gi,
        (_, word: string, gap: string, ten: string) => `${word}${gap}${cardinal(`${ten}0`).slice(0, -1)}ies`,
      )
  )
}

function dotted(digits: string): string {
  return digits
    .split('.')
    .map(part => cardinal(part))
    .join(' point ')
}
