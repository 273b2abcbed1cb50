const ones = ['', 'イチ', 'ニ', 'サン', 'ヨン', 'ゴ', 'ロク', 'ナナ', 'ハチ', 'キュウ']
const hundreds: Readonly<Record<number, string>> = { 1: 'ヒャク', 3: 'サンビャク', 6: 'ロッピャク', 8: 'ハッピャク' }
const thousands: Readonly<Record<number, string>> = { 1: 'セン', 3: 'サンゼン', 8: 'ハッセン' }
const myriads = ['', 'マン', 'オク', 'チョウ']

export function eachDigit(digits: string): string {
  return [...digits].map(digit => (digit === '0' ? 'ゼロ' : (ones[Number(digit)] ?? ''))).join('')
}

function section(value: number): string {
  const [k, h, t, u] = [Math.floor(value / 1000), Math.floor(value / 100) % 10, Math.floor(value / 10) % 10, value % 10]
  return (
    (k === 0 ? '' : (thousands[k] ?? `${ones[k]}セン`)) +
    (h === 0 ? '' : (hundreds[h] ?? `${ones[h]}ヒャク`)) +
    (t === 0 ? '' : `${t === 1 ? '' : ones[t]}ジュウ`) +
    (ones[u] ?? '')
  )
}

/** Digits → how they are read, in katakana. */
export function cardinal(digits: string): string {
  const plain = digits.replace(/^0+(?=\d)/, '')
  if (plain.length > 16) return eachDigit(plain)
  if (plain === '0') return 'ゼロ'
  const groups: string[] = []
  for (let end = plain.length; end > 0; end -= 4) groups.unshift(plain.slice(Math.max(0, end - 4), end))
  return groups
    .map((group, index) => {
      const value = Number(group)
      if (value === 0) return ''
      const name = myriads[groups.length - 1 - index] ?? ''
      const words = section(value)
      return name === 'チョウ' ? `${words.replace(/イチ$/, 'イッ').replace(/ハチ$/, 'ハッ')}${name}` : words + name
    })
    .join('')
}

export function numberWords(written: string): string {
  const minus = /^[-−]/.test(written) ? 'マイナス' : ''
  const [whole = '', fraction] = written
    .replace(/^[-−+]/, '')
    .replaceAll(',', '')
    .split('.')
  const words = cardinal(whole === '' ? '0' : whole)
  return minus + words + (fraction === undefined ? '' : `${tight(words)}テン${eachDigit(fraction)}`.slice(words.length))
}

/** The last figure as it sounds before a counter that closes it: イチ → イッ. */
export function tight(words: string): string {
  return words
    .replace(/イチ$/, 'イッ')
    .replace(/ハチ$/, 'ハッ')
    .replace(/ジュウ$/, 'ジュッ')
}
