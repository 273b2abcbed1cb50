import { readAddresses } from '../english/addresses.ts'
import { readCounters } from './counters.ts'
import { eachDigit, numberWords } from './numbers.ts'

const units: Readonly<Record<string, string>> = {
  'km/h': 'キロメートル毎時',
  km: 'キロメートル',
  cm: 'センチメートル',
  mm: 'ミリメートル',
  m: 'メートル',
  kg: 'キログラム',
  mg: 'ミリグラム',
  g: 'グラム',
  ml: 'ミリリットル',
  L: 'リットル',
  '℃': '度',
  '°C': '度',
  '%': 'パーセント',
  '％': 'パーセント',
  MB: 'メガバイト',
  GB: 'ギガバイト',
  TB: 'テラバイト',
  GHz: 'ギガヘルツ',
}
const unitNames = Object.keys(units)
  .sort((a, b) => b.length - a.length)
  .join('|')
const number = '[-−]?\\d+(?:,\\d{3})*(?:\\.\\d+)?'

function date(y: string, m: string, d: string): string {
  return `${Number(y)}年${Number(m)}月${Number(d)}日`
}

/** Written Japanese → the same with every figure spelled in kana. */
export function normaliseJapanese(text: string): string {
  const marked = readAddresses(text)
    .replace(/(?<!\d)(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?!\d)/g, (_, y: string, _mark: string, m: string, d: string) =>
      date(y, m, d),
    )
    .replace(
      /(?<!\d)(\d{1,2})[:：]([0-5]\d)(?!\d)/g,
      (_, h: string, m: string) => `${Number(h)}時${Number(m) === 0 ? '' : `${Number(m)}分`}`,
    )
    .replace(/(?<!\d)(0\d{1,4})-(\d{1,4})-(\d{3,4})(?!\d)/g, (_, ...groups: string[]) =>
      groups.slice(0, 3).map(eachDigit).join('の'),
    )
    .replace(new RegExp(`[¥￥](${number})`, 'g'), '$1円')
    .replace(new RegExp(`\\$(${number})`, 'g'), '$1ドル')
    .replace(new RegExp(`(${number})\\s?[〜～~–-]\\s?(?=\\d)`, 'g'), '$1から')
    .replace(/(?<![\d/])(\d{1,3})\/(\d{1,3})(?![\d/])/g, (_, top: string, bottom: string) => `${bottom}分の${top}`)
    .replace(
      new RegExp(`(${number})\\s?(${unitNames})(?![A-Za-z])`, 'g'),
      (_, value: string, unit: string) => numberWords(value) + (units[unit] ?? unit),
    )
  return readCounters(
    marked
      .replace(/(?<![\d\p{L}])[-−](?=\d)/gu, 'マイナス')
      .replace(/(\d+)分の/g, (_, digits: string) => `${numberWords(digits)}ブンノ`),
  )
    .replace(new RegExp(number, 'g'), value =>
      /^0\d/.test(value) && !value.includes('.') ? eachDigit(value) : numberWords(value),
    )
    .replaceAll(/(?<=[ぁ-んァ-ン一-龯])&(?=[ぁ-んァ-ン一-龯])/g, 'アンド')
    .replaceAll(/[〜～]+/g, 'ー')
    .replaceAll(/[！!]*[？?][！!？?]*/g, '？')
    .replaceAll(/[！!]{2,}/g, '！')
    .trim()
}
