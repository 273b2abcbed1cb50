import { cardinal, countWords, eachDigit, numberWords } from './numbers.ts'

/** What things are counted by: before these a lone two is 两. */
const measures =
  '个|只|条|张|本|位|名|件|台|辆|部|座|栋|间|家|所|头|匹|棵|朵|片|块|支|枝|把|双|对|副|套|杯|瓶|碗|盘|份|次|遍|回|趟|下|种|类|样|天|年|周|小时|分钟|秒|岁|倍|元|角|毛|分钱|美元|欧元|英镑|斤|公斤|克|吨|米|公里|厘米|里|亩|升|度|层|步|口|句|首|篇|封|页|行|段|节|场|届|代|批|组|群|排|串|滴|粒|颗|根|顶|扇|艘|架|枚|人|点|半|万|千|亿|百万|者|款|项|门|面|轮|道|集|幅|声|重|卷|系列|夜|晚'
const number = '\\d+(?:,\\d{3})*(?:\\.\\d+)?'
const signs: readonly (readonly [RegExp, string])[] = [
  [/(?<=[\d)零一二三四五六七八九十])\s?\+\s?(?=[\d(])/g, '加'],
  [/(?<=[\d)])\s?[×xX*]\s?(?=[\d(])/g, '乘'],
  [/(?<=[\d)])\s?÷\s?(?=[\d(])/g, '除以'],
  [/(?<=[\d)])\s[-−]\s(?=[\d(])/g, '减'],
  [/\s?=\s?(?=[-\d(?？])/g, '等于'],
  [/\s?[≥]\s?(?=\d)/g, '大于等于'],
  [/\s?[≤]\s?(?=\d)/g, '小于等于'],
  [/\s?[>＞]\s?(?=\d)/g, '大于'],
  [/\s?[<＜]\s?(?=\d)/g, '小于'],
  [/\s?[≈]\s?(?=\d)/g, '约等于'],
  [/±(?=\d)/g, '正负'],
]

export function readFigures(text: string): string {
  let result = text.replace(/(?<=[^\d)\s]|^)[-−](\d+(?:\.\d+)?)\s?([-−])\s?(?=\d)/g, '负$1减')
  result = result.replace(/(?<=\d)\s?[-−]\s?(\d+(?:\.\d+)?)\s?(?==)/g, '减$1')
  for (const [pattern, word] of signs) result = result.replace(pattern, word)
  return result
    .replace(/(?<![\d.])(\d+)[:：](\d+)(?![\d:])/g, (_, a: string, b: string) => `${numberWords(a)}比${numberWords(b)}`)
    .replace(
      /(?<![\d/])(\d+)\s?又\s?(\d+)\/(\d+)/g,
      (_, whole: string, top: string, bottom: string) => `${cardinal(whole)}又${cardinal(bottom)}分之${cardinal(top)}`,
    )
    .replace(
      /(?<![\d/.])(\d{1,4})\/(\d{1,4})(?![\d/])/g,
      (_, top: string, bottom: string) => `${cardinal(bottom)}分之${cardinal(top)}`,
    )
    .replace(/第\s?(\d+)/g, (_, digits: string) => `第${cardinal(digits)}`)
    .replace(/[vV](?:er(?:sion)?)?\.?\s?(\d+(?:\.\d+)+)/g, (_, digits: string) => `V ${dotted(digits)}`)
    .replace(/(?<![\d.])\d+(?:\.\d+){2,}(?!\d)/g, digits => dotted(digits))
    .replace(
      new RegExp(`(?<![\\d.])(${number})\\s?[-–—~～至到]\\s?(${number})(?=\\s?(${measures})?)`, 'g'),
      (_, from: string, to: string, unit?: string) => {
        const say = unit === undefined ? numberWords : countWords
        return `${say(from)}到${say(to)}`
      },
    )
    .replace(/(?<=[A-Za-z])-(?=\d)/g, ' ')
    .replace(new RegExp(`(?<!\\d)[-−]?${number}`, 'g'), (value: string, offset: number, all: string) =>
      inPlace(value, all.slice(0, offset), all.slice(offset + value.length)),
    )
}

const counted = new RegExp(`^\\s?多?(?:${measures})`)

function inPlace(value: string, before: string, after: string): string {
  // Between two Latin words, or inside a name like B2B, the number is left for English.
  if (/[A-Za-z]\s?$/.test(before) && /^\s?[A-Za-z]{2}|^[A-Za-z]/.test(after)) return value
  const gap = /[A-Za-z]$/.test(before) ? ' ' : ''
  if (gap === '' && counted.test(after) && !/^\s?点\d/.test(after)) return countWords(value)
  if (gap !== '' && /^\d{4,}$/.test(value)) return gap + eachDigit(value)
  return gap + loose(value)
}

function loose(value: string): string {
  const digits = value.replace(/^[-−]/, '')
  return /^0\d+$/.test(digits) || /^\d{12,}$/.test(digits) ? eachDigit(digits) : numberWords(value)
}

function dotted(digits: string): string {
  return digits
    .split('.')
    .map(part => cardinal(part))
    .join('点')
}
