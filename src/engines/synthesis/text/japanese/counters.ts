import { cardinal } from './numbers.ts'

/** Whole words that no rule gives. */
const special: Readonly<Record<string, readonly string[]>> = {
  日: ['', 'ツイタチ', 'フツカ', 'ミッカ', 'ヨッカ', 'イツカ', 'ムイカ', 'ナノカ', 'ヨウカ', 'ココノカ', 'トオカ'],
  つ: ['', 'ヒトツ', 'フタツ', 'ミッツ', 'ヨッツ', 'イツツ', 'ムッツ', 'ナナツ', 'ヤッツ', 'ココノツ'],
  人: ['', 'ヒトリ', 'フタリ'],
}

/** Counters that change the last figure: its form before them, and theirs behind 1, 3, 6, 8, 10. */
type Change = 'k' | 'h' | 's' | 'none'
const counters: Readonly<Record<string, readonly [string, Change]>> = {
  個: ['コ', 'k'],
  回: ['カイ', 'k'],
  階: ['カイ', 'k'],
  ヶ月: ['カゲツ', 'k'],
  か月: ['カゲツ', 'k'],
  カ月: ['カゲツ', 'k'],
  ヶ国: ['カコク', 'k'],
  軒: ['ケン', 'k'],
  件: ['ケン', 'k'],
  本: ['ホン', 'h'],
  匹: ['ヒキ', 'h'],
  杯: ['ハイ', 'h'],
  泊: ['ハク', 'h'],
  分: ['フン', 'h'],
  歳: ['サイ', 's'],
  才: ['サイ', 's'],
  冊: ['サツ', 's'],
  週間: ['シュウカン', 's'],
  センチ: ['センチ', 's'],
  頭: ['トウ', 's'],
  点: ['テン', 's'],
  枚: ['マイ', 'none'],
  台: ['ダイ', 'none'],
  番: ['バン', 'none'],
  号: ['ゴウ', 'none'],
  度: ['ド', 'none'],
  倍: ['バイ', 'none'],
  円: ['エン', 'none'],
  ドル: ['ドル', 'none'],
  人: ['ニン', 'none'],
  年: ['ネン', 'none'],
  時: ['ジ', 'none'],
  月: ['ガツ', 'none'],
  日: ['ニチ', 'none'],
  秒: ['ビョウ', 'none'],
  位: ['イ', 'none'],
  メートル: ['メートル', 'none'],
  キロ: ['キロ', 'k'],
}

const names = Object.keys(counters)
  .concat('つ')
  .sort((a, b) => b.length - a.length)
  .join('|')
const pattern = new RegExp(`(?<![\\d.])(\\d+(?:,\\d{3})*)\\s?(時間|分間|年間|日間|${names})`, 'g')

function fourSevenNine(words: string, counter: string): string {
  if (counter === '月')
    return words
      .replace(/ヨン$/, 'シ')
      .replace(/ナナ$/, 'シチ')
      .replace(/キュウ$/, 'ク')
  if (counter === '時')
    return words
      .replace(/ヨン$/, 'ヨ')
      .replace(/ナナ$/, 'シチ')
      .replace(/キュウ$/, 'ク')
  if (counter === '年' || counter === '円' || counter === '人') return words.replace(/ヨン$/, 'ヨ')
  return words
}

const voiced: Readonly<Record<string, string>> = {
  ホン: 'ボン',
  ヒキ: 'ビキ',
  ハイ: 'バイ',
  ハク: 'パク',
  フン: 'プン',
  カイ: 'カイ',
}
const popped = (sound: string): string =>
  sound.replace(/^ホ/, 'ポ').replace(/^ヒ/, 'ピ').replace(/^ハ/, 'パ').replace(/^フ/, 'プ')

function joined(digits: string, counter: string): string {
  const value = Number(digits.replaceAll(',', ''))
  const own = special[counter]?.[value]
  if (own !== undefined && own !== '') return own
  if (counter === '日' && (value === 20 || value === 14 || value === 24))
    return value === 20 ? 'ハツカ' : value === 14 ? 'ジュウヨッカ' : 'ニジュウヨッカ'
  const [sound, change] = counters[counter] ?? [counter, 'none']
  const words = fourSevenNine(cardinal(digits.replaceAll(',', '')), counter)
  if (change === 'none') return words + sound
  if (change === 's')
    return (
      words
        .replace(/イチ$/, 'イッ')
        .replace(/ハチ$/, 'ハッ')
        .replace(/ジュウ$/, 'ジュッ') + sound
    )
  const tight = words
    .replace(/イチ$/, 'イッ')
    .replace(/ロク$/, 'ロッ')
    .replace(/ハチ$/, 'ハッ')
    .replace(/ジュウ$/, 'ジュッ')
    .replace(/ヒャク$/, 'ヒャッ')
  if (change === 'k') return tight + (counter === '階' && words.endsWith('サン') ? 'ガイ' : sound)
  if (tight !== words) return tight + popped(sound)
  if (words.endsWith('サン')) return words + (voiced[sound] ?? sound)
  return words + (sound === 'フン' && words.endsWith('ヨン') ? 'プン' : sound)
}

export function readCounters(text: string): string {
  return text.replace(pattern, (whole, digits: string, counter: string, offset: number) => {
    // Parts of a date are said apart.
    const gap = /^\d/.test(text.slice(offset + whole.length)) ? ' ' : ''
    if (counter.length === 2 && counter.endsWith('間'))
      return `${joined(digits, counter.slice(0, 1)).replace('ツイタチ', 'イチニチ')}カン${gap}`
    if (counter === '日' && Number(digits) === 1 && !/月\s?$/.test(text.slice(0, offset))) return `イチニチ${gap}`
    return joined(digits, counter) + gap
  })
}
