import { countWords } from './numbers.ts'

const signs: Readonly<Record<string, string>> = {
  '¥': '元',
  '￥': '元',
  RMB: '元',
  CNY: '元',
  $: '美元',
  US$: '美元',
  USD: '美元',
  HK$: '港元',
  HKD: '港元',
  NT$: '新台币',
  '€': '欧元',
  EUR: '欧元',
  '£': '英镑',
  GBP: '英镑',
  JPY: '日元',
  '₩': '韩元',
  '₹': '卢比',
}

const sign = '(US\\$|HK\\$|NT\\$|[¥￥$€£₩₹]|(?<![A-Za-z])(?:RMB|CNY|USD|HKD|EUR|GBP|JPY))'
const amount = '([-−]?\\d+(?:,\\d{3})*(?:\\.\\d+)?)'
const scale = '\\s?([万亿千百]+)?'

/** `25.50` is said without its last zero. */
const plain = (number: string): string => countWords(number.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''))

export function readMoney(text: string): string {
  return text
    .replace(
      new RegExp(`${sign}\\s?${amount}\\s?[-–~～至到]\\s?(?:${sign})?${amount}${scale}`, 'g'),
      (_, code: string, from: string, _again: string | undefined, to: string, big = '') =>
        `${plain(from)}到${plain(to)}${big}${signs[code] ?? ''}`,
    )
    .replace(
      new RegExp(`${sign}\\s?${amount}${scale}`, 'g'),
      (_, code: string, number: string, big = '') => `${plain(number)}${big}${signs[code] ?? ''}`,
    )
    .replace(
      new RegExp(`${amount}${scale}\\s?([€£$]|(?:RMB|CNY|USD|HKD|EUR|GBP|JPY)(?![A-Za-z]))`, 'g'),
      (_, number: string, big: string | undefined, code: string) => `${plain(number)}${big ?? ''}${signs[code] ?? ''}`,
    )
}
