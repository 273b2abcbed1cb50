const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const scales = ['', 'thousand', 'million', 'billion', 'trillion', 'quadrillion', 'quintillion']

function below100(value: number): string {
  if (value < 20) return small[value] ?? ''
  const unit = value % 10
  return unit === 0 ? (tens[Math.floor(value / 10)] ?? '') : `${tens[Math.floor(value / 10)]} ${small[unit]}`
}

function below1000(value: number): string {
  const hundreds = Math.floor(value / 100)
  const rest = value % 100
  if (hundreds === 0) return below100(rest)
  return rest === 0 ? `${small[hundreds]} hundred` : `${small[hundreds]} hundred and ${below100(rest)}`
}

/** Digits only. What is too long to have a name, or begins with zeros, is read digit by digit. */
export function cardinal(digits: string): string {
  if (digits.length > 21 || (digits.length > 1 && digits.startsWith('0'))) return eachDigit(digits)
  if (/^0+$/.test(digits)) return 'zero'
  const groups: number[] = []
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(Number(digits.slice(Math.max(0, end - 3), end)))
  return groups
    .map((group, index) => {
      if (group === 0) return ''
      const scale = scales[groups.length - 1 - index] ?? ''
      const last = index === groups.length - 1 && groups.length > 1 && group < 100 ? 'and ' : ''
      return `${last}${below1000(group)}${scale === '' ? '' : ` ${scale}`}`
    })
    .filter(part => part !== '')
    .join(' ')
}

export function eachDigit(digits: string, zero = 'zero'): string {
  return [...digits].map(digit => (digit === '0' ? zero : (small[Number(digit)] ?? ''))).join(' ')
}

const irregular: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
}

export function ordinal(digits: string): string {
  return cardinal(digits).replace(
    /\w+$/,
    last => irregular[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`),
  )
}

/** `1999` → nineteen ninety-nine, `2005` → two thousand and five, `2026` → twenty twenty-six. */
export function year(digits: string): string {
  const value = Number(digits)
  if (digits.length !== 4 || value < 1000) return cardinal(digits)
  const century = Math.floor(value / 100)
  const rest = value % 100
  if (value % 1000 < 10) return cardinal(digits)
  if (rest === 0) return `${below100(century)} hundred`
  return `${below100(century)} ${rest < 10 ? `oh ${small[rest]}` : below100(rest)}`
}

/** `1,234.50` → words; a leading minus is said. */
export function numberWords(written: string): string {
  const minus = /^[-−–]/.test(written) ? 'minus ' : ''
  const [whole = '', fraction] = written
    .replace(/^[-−–+]/, '')
    .replaceAll(',', '')
    .split('.')
  const words = whole === '' ? 'zero' : cardinal(whole)
  return minus + (fraction === undefined || fraction === '' ? words : `${words} point ${eachDigit(fraction)}`)
}

export function plural(word: string): string {
  if (/^(foot)$/.test(word)) return 'feet'
  if (/(hertz|celsius|fahrenheit|kelvin|percent|yen|yuan|won|siemens)$/.test(word)) return word
  if (word === 'inch') return 'inches'
  return `${word}s`
}

export const isOne = (written: string): boolean => /^1(\.0+)?$/.test(written)
