const digits = '零一二三四五六七八九'
const places = ['', '十', '百', '千']
const sections = ['', '万', '亿', '万亿']

/** Digit by digit; telephones and rooms say 幺 for one. */
export function eachDigit(written: string, one: '一' | '幺' = '一'): string {
  return [...written].map(digit => (digit === '1' ? one : (digits[Number(digit)] ?? ''))).join('')
}

function section(value: number): string {
  let words = ''
  let gap = false
  for (let place = 3; place >= 0; place--) {
    const digit = Math.floor(value / 10 ** place) % 10
    if (digit === 0) {
      gap = words !== ''
      continue
    }
    const two = digit === 2 && place === 3 ? '两' : digits[digit]
    words += `${gap ? '零' : ''}${two}${places[place]}`
    gap = false
  }
  return words
}

export function cardinal(written: string): string {
  const plain = written.replace(/^0+(?=\d)/, '')
  if (plain.length > 16) return eachDigit(plain)
  if (Number(plain) === 0) return '零'
  const groups: string[] = []
  for (let end = plain.length; end > 0; end -= 4) groups.unshift(plain.slice(Math.max(0, end - 4), end))
  let words = ''
  groups.forEach((group, index) => {
    const value = Number(group)
    const name = sections[groups.length - 1 - index] ?? ''
    if (value === 0) {
      if (index < groups.length - 1 && words !== '' && !words.endsWith('零')) words += '零'
      return
    }
    const zero = words !== '' && value < 1000 && !words.endsWith('零') ? '零' : ''
    const spoken = value === 2 && name !== '' ? '两' : section(value)
    words += zero + spoken + name
  })
  return words.replace(/零+$/, '').replace(/^一十/, '十')
}

/** `-1,234.50` → 负一千二百三十四点五零. */
export function numberWords(written: string): string {
  const minus = /^[-−－]/.test(written) ? '负' : ''
  const [whole = '', fraction] = written
    .replace(/^[-−－+]/, '')
    .replaceAll(/[,，]/g, '')
    .split('.')
  const words = whole.length > 1 && whole.startsWith('0') ? eachDigit(whole) : cardinal(whole === '' ? '0' : whole)
  return minus + words + (fraction === undefined || fraction === '' ? '' : `点${eachDigit(fraction)}`)
}

/** Before what is counted, a lone two is 两. */
export function countWords(written: string): string {
  const words = numberWords(written)
  return words === '二' ? '两' : words
}
