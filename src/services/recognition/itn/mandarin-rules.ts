import { countedText, digitOf, readCounted, readSpelled } from './mandarin-numbers.ts'
import type { Figure } from './spoken-word.ts'

type Rule = (letters: readonly string[], at: number) => Figure | undefined

/** What is counted with figures however small the count. */
const measures =
  /^(元|块|美元|欧元|英镑|公里|千米|厘米|毫米|平方|立方|米|千克|公斤|毫克|克|吨|毫升|升|摄氏度|度|岁|楼|千瓦|兆|赫兹)/
const hints = /(上午|下午|早上|晚上|凌晨|中午|傍晚|今天|明天|昨天|今早|今晚|明早|明晚|早晨)$/

function ahead(letters: readonly string[], at: number, count = 4): string {
  return letters.slice(at, at + count).join('')
}

function behind(letters: readonly string[], at: number, count = 4): string {
  return letters.slice(Math.max(0, at - count), at).join('')
}

/** A number with what may stand behind its point. */
function readDecimal(letters: readonly string[], at: number): { text: string; to: number; value: number } | undefined {
  const whole = readCounted(letters, at)
  if (whole === undefined) return undefined
  const to = at + whole.length
  if (letters[to] !== '点') return { text: countedText(whole), to, value: whole.value }
  let digits = ''
  while (digitOf(letters[to + 1 + digits.length]) !== undefined) digits += digitOf(letters[to + 1 + digits.length])
  const end = to + 1 + digits.length
  // 三点二十 and 三点五分 are times; 十 and its like behind the digits tell.
  if (digits === '' || /^[十百千]/.test(letters[end] ?? '')) return { text: countedText(whole), to, value: whole.value }
  const big = /^[万亿]/.test(letters[end] ?? '') ? letters[end] : ''
  return { text: `${whole.value}.${digits}${big}`, to: end + (big ? 1 : 0), value: Number(`${whole.value}.${digits}`) }
}

/** 百分之五十, 千分之三, 三分之二. */
const shares: Rule = (letters, at) => {
  const sign = { 百分之: '%', 千分之: '‰' }[ahead(letters, at, 3)]
  if (sign) {
    if (letters[at + 3] === '百') return { to: at + 4, text: `100${sign}` }
    const share = readDecimal(letters, at + 3)
    return share && { to: share.to, text: `${share.text}${sign}` }
  }
  const whole = readCounted(letters, at)
  if (whole === undefined || ahead(letters, at + whole.length, 2) !== '分之') return undefined
  const part = readCounted(letters, at + whole.length + 2)
  return part && { to: at + whole.length + 2 + part.length, text: `${part.value}/${whole.value}` }
}

/** 负五, and the number in 零下五度. */
const signed: Rule = (letters, at) => {
  if (letters[at] !== '负') return undefined
  const amount = readDecimal(letters, at + 1)
  return amount && { to: amount.to, text: `-${amount.text}` }
}

/** 二零二六年, 九零后, 六零岁, 幺幺零, telephone numbers. */
const spelled: Rule = (letters, at) => {
  const number = readSpelled(letters, at)
  if (number === undefined || /^[十百千万亿点]/.test(letters[at + number.length] ?? '')) return undefined
  const next = ahead(letters, at + number.length, 2)
  const short = number.length === 2 && !(/^[零〇]/.test(letters[at + 1] ?? '') || /^(年|后)/.test(next))
  if (short) return undefined
  return { to: at + number.length, text: number.text }
}

/** 九月一日, 十二月, 五号. */
const dates: Rule = (letters, at) => {
  const number = readCounted(letters, at)
  if (number === undefined || number.value < 1) return undefined
  const to = at + number.length
  const figure = { to, text: String(number.value) }
  const next = letters[to]
  if (next === '月' && number.value <= 12 && letters[at - 1] !== '第') return figure
  if ((next === '日' || next === '号') && number.value <= 31) {
    const dated = letters[at - 1] === '月' || next === '号'
    return dated ? figure : undefined
  }
  return undefined
}

/** 下午三点二十, 三点半, 九点零五分; but 一点 is a little, and 三点五 a number. */
const times: Rule = (letters, at) => {
  const hour = readCounted(letters, at)
  if (hour === undefined || hour.value > 24) return undefined
  const point = at + hour.length
  if (letters[point] !== '点') return undefined
  const zero = digitOf(letters[point + 1]) === 0
  const minutes = readCounted(letters, point + 1 + (zero ? 1 : 0))
  const end = point + 1 + (zero ? 1 : 0) + (minutes?.length ?? 0)
  const hinted = hints.test(behind(letters, at))
  if (
    minutes &&
    minutes.value < 60 &&
    (minutes.value >= 10 || zero) &&
    (letters[end] === '分' || hinted || letters[end - 1] === '十' || minutes.value >= 10)
  ) {
    const mark = letters[end] === '分' ? '分' : ''
    return { to: end + mark.length, text: `${hour.value}点${String(minutes.value).padStart(2, '0')}${mark}` }
  }
  if (minutes) return undefined
  const whole = /^(半|钟|整|一刻|三刻|左右|多|前|后)/.test(ahead(letters, point + 1, 2))
  if (
    /^(半|钟|整|一刻|三刻)/.test(ahead(letters, point + 1, 2)) ||
    (hinted && letters[point + 1] !== '儿') ||
    (whole && hour.value > 1)
  ) {
    return { to: point, text: String(hour.value) }
  }
  return undefined
}

const measured: Rule = (letters, at) => {
  const amount = readDecimal(letters, at)
  return amount && measures.test(ahead(letters, amount.to)) && letters[at] !== '零' ? amount : undefined
}

/** Below ten, a number stays in letters; behind 第 as well. */
const counted: Rule = (letters, at) => {
  const amount = readDecimal(letters, at)
  if (amount === undefined) return undefined
  const decimal = !Number.isInteger(amount.value) || amount.text.includes('.')
  if (amount.value < 10 && !decimal) return undefined
  // 十分 is "very", unless minutes are meant.
  if (ahead(letters, at, 2) === '十分' && !/^(钟|之)/.test(ahead(letters, at + 2))) return undefined
  // 几十, 十几: nobody has counted.
  if (/^[几数]/.test(letters[at - 1] ?? '')) return undefined
  if (/^[几来]/.test(letters[amount.to] ?? '') && amount.value < 100) return undefined
  return amount
}

/** The first that fits is taken. */
export const mandarinRules: readonly Rule[] = [shares, signed, times, dates, spelled, measured, counted]
