import { countWords, numberWords } from './numbers.ts'

const units: Readonly<Record<string, string>> = {
  'km/h': '公里每小时',
  'm/s': '米每秒',
  'MB/s': '兆字节每秒',
  Mbps: '兆比特每秒',
  'km²': '平方公里',
  'm²': '平方米',
  '㎡': '平方米',
  m2: '平方米',
  'cm²': '平方厘米',
  'm³': '立方米',
  m3: '立方米',
  km: '公里',
  cm: '厘米',
  mm: '毫米',
  μm: '微米',
  nm: '纳米',
  m: '米',
  kg: '公斤',
  mg: '毫克',
  g: '克',
  ml: '毫升',
  mL: '毫升',
  L: '升',
  '°C': '摄氏度',
  '℃': '摄氏度',
  '°F': '华氏度',
  '℉': '华氏度',
  '°': '度',
  KB: 'KB',
  MB: '兆',
  GB: 'GB',
  TB: 'TB',
  Hz: '赫兹',
  kHz: '千赫',
  MHz: '兆赫',
  GHz: '吉赫兹',
  kWh: '千瓦时',
  kW: '千瓦',
  W: '瓦',
  V: '伏',
  mAh: '毫安时',
  dB: '分贝',
  ms: '毫秒',
  min: '分钟',
  h: '小时',
  s: '秒',
  px: '像素',
}

const names = Object.keys(units)
  .sort((a, b) => b.length - a.length)
  .map(name => name.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
  .join('|')
const number = '[-−]?\\d+(?:,\\d{3})*(?:\\.\\d+)?'
const pattern = new RegExp(
  `(?:(${number})(?:${names})?\\s?[-–~～至到]\\s?)?(${number})\\s?(${names})(?![A-Za-z\\d])`,
  'g',
)

function measured(value: string, unit: string): string {
  const below = /摄氏度|华氏度|^度$/.test(unit) && /^[-−]/.test(value)
  return below ? `零下${countWords(value.slice(1))}` : countWords(value)
}

function percent(value: string): string {
  return /^[-−]/.test(value) ? `负百分之${numberWords(value.slice(1))}` : `百分之${numberWords(value)}`
}

/** `5km` → 五公里, `-5℃` → 零下五摄氏度, `10-20%` → 百分之十到百分之二十. */
export function readUnits(text: string): string {
  return text
    .replace(
      new RegExp(`(${number})%?\\s?[-–~～至到]\\s?(${number})\\s?[%％]`, 'g'),
      (_, from: string, to: string) => `${percent(from)}到${percent(to)}`,
    )
    .replace(new RegExp(`(${number})\\s?[%％]`, 'g'), (_, value: string) => percent(value))
    .replace(new RegExp(`(${number})\\s?‰`, 'g'), (_, value: string) => `千分之${numberWords(value)}`)
    .replace(pattern, (_, from: string | undefined, value: string, unit: string) => {
      const name = units[unit] ?? unit
      return `${from === undefined ? '' : `${measured(from, name)}到`}${measured(value, name)}${name}`
    })
}
