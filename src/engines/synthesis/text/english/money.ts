import { cardinal, isOne, numberWords, plural } from './numbers.ts'

interface Currency {
  readonly name: string
  readonly cent?: string
}

const signs: Readonly<Record<string, Currency>> = {
  $: { name: 'dollar', cent: 'cent' },
  US$: { name: 'US dollar', cent: 'cent' },
  HK$: { name: 'Hong Kong dollar', cent: 'cent' },
  A$: { name: 'Australian dollar', cent: 'cent' },
  C$: { name: 'Canadian dollar', cent: 'cent' },
  '€': { name: 'euro', cent: 'cent' },
  '£': { name: 'pound', cent: 'penny' },
  '¥': { name: 'yen' },
  '￥': { name: 'yuan' },
  '₹': { name: 'rupee' },
  '₩': { name: 'won' },
  '₿': { name: 'bitcoin' },
  USD: { name: 'US dollar', cent: 'cent' },
  EUR: { name: 'euro', cent: 'cent' },
  GBP: { name: 'pound', cent: 'penny' },
  JPY: { name: 'yen' },
  CNY: { name: 'yuan' },
  RMB: { name: 'yuan' },
}

const scales: Readonly<Record<string, string>> = {
  k: 'thousand',
  K: 'thousand',
  m: 'million',
  M: 'million',
  bn: 'billion',
  B: 'billion',
  b: 'billion',
  T: 'trillion',
}
const sign = '(?:US\\$|HK\\$|A\\$|C\\$|[$€£¥￥₹₩₿]|\\b(?:USD|EUR|GBP|JPY|CNY|RMB)(?= ?\\d))'
const amount = '(\\d+(?:,\\d{3})*(?:\\.\\d+)?)'
const scale = '(?: (thousand|million|billion|trillion)|(k|K|m|M|bn|B|T)(?![\\p{L}\\d]))?'

function words(minus: string, code: string, number: string, scaleWord: string | undefined): string {
  const currency = signs[code] ?? { name: code }
  const negative = minus === '' ? '' : 'minus '
  if (scaleWord !== undefined) return `${negative}${numberWords(number)} ${scaleWord} ${plural(currency.name)}`
  const [whole = '0', cents] = number.replaceAll(',', '').split('.')
  if (currency.cent === undefined || cents === undefined || cents.length !== 2) {
    return `${negative}${numberWords(number)} ${isOne(number) ? currency.name : plural(currency.name)}`
  }
  const main = `${cardinal(whole)} ${whole === '1' ? currency.name : plural(currency.name)}`
  const minor =
    currency.cent === 'penny'
      ? cents === '01'
        ? 'penny'
        : 'pence'
      : cents === '01'
        ? currency.cent
        : plural(currency.cent)
  const rest = `${cardinal(String(Number(cents)))} ${minor}`
  if (Number(cents) === 0) return negative + main
  return negative + (Number(whole) === 0 ? rest : `${main} and ${rest}`)
}

export function readMoney(text: string): string {
  return text
    .replace(
      new RegExp(`([-−]?)(${sign}) ?${amount}[-–]${sign}?${amount}${scale}`, 'gu'),
      (_, minus: string, code: string, from: string, to: string, name?: string, letter?: string) => {
        return `${numberWords(from)} to ${words(minus, code.trim(), to, name ?? (letter === undefined ? undefined : scales[letter]))}`
      },
    )
    .replace(
      new RegExp(`([-−]?)(${sign}) ?${amount}${scale}`, 'gu'),
      (_, minus: string, code: string, number: string, name?: string, letter?: string) =>
        words(minus, code.trim(), number, name ?? (letter === undefined ? undefined : scales[letter])),
    )
    .replace(
      new RegExp(`${amount}${scale} ?([€£¥$]|(?:USD|EUR|GBP|JPY|CNY|RMB)\\b)`, 'gu'),
      (_, number: string, name: string | undefined, letter: string | undefined, code: string) =>
        words('', code, number, name ?? (letter === undefined ? undefined : scales[letter])),
    )
    .replace(
      new RegExp(`${amount} ?¢`, 'gu'),
      (_, number: string) => `${numberWords(number)} ${isOne(number) ? 'cent' : 'cents'}`,
    )
}
