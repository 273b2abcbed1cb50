import { cardinal, eachDigit } from './numbers.ts'

function date(year: string, month: string, day: string): string | undefined {
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return undefined
  return `${eachDigit(year)}年${cardinal(month)}月${cardinal(day)}日`
}

function clock(hour: string, minute: string, second?: string): string {
  const hours = hour === '2' || hour === '02' ? '两' : cardinal(hour)
  const minutes = Number(minute) === 0 ? '' : `${minute.startsWith('0') ? '零' : ''}${cardinal(minute)}分`
  const seconds = second === undefined || Number(second) === 0 ? '' : `${cardinal(second)}秒`
  return `${hours}点${minutes}${seconds}`
}

const clockPattern = /(?<![\d:])([01]?\d|2[0-4])[:：]([0-5]\d)(?:[:：]([0-5]\d))?(?![\d:])/g

export function readDates(text: string): string {
  return text
    .replace(
      /(?<!\d)(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?![\d.])(?:T(?=\d{2}:))?/g,
      (whole, y: string, _mark: string, m: string, d: string) => date(y, m, d) ?? whole,
    )
    .replace(
      /(?<!\d)(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/g,
      (whole, a: string, b: string, y: string) => (Number(a) > 12 ? date(y, b, a) : date(y, a, b)) ?? whole,
    )
    .replace(
      /(?<!\d)(\d{4})\s?[-–~～至到]\s?(\d{4})\s?年/g,
      (_, from: string, to: string) => `${eachDigit(from)}到${eachDigit(to)}年`,
    )
    .replace(/(?<!\d)(19\d{2}|20(?!00)[0-4]\d)\s?年/g, (_, y: string) => `${eachDigit(y)}年`)
    .replace(/(?<!\d)(\d{4})\s?年(?!间|以|来|前|后|内|的历史)/g, (_, y: string) => `${eachDigit(y)}年`)
    .replace(
      /(?<!\d)(\d{2})\s?年(?=代|\s?\d{1,2}\s?月|级|款|版)/g,
      (_, y: string) => `${/[1-9]0/.test(y) ? cardinal(y) : eachDigit(y)}年`,
    )
    .replace(
      /(?<!\d)(\d{1,2})\s?月\s?(\d{1,2})\s?([日号])/g,
      (_, m: string, d: string, unit: string) => `${cardinal(m)}月${cardinal(d)}${unit}`,
    )
    .replace(
      /(?<!\d)(\d{1,2})\s?[-–~～至到]\s?(\d{1,2})\s?月/g,
      (_, from: string, to: string) => `${cardinal(from)}到${cardinal(to)}月`,
    )
    .replace(/(?<!\d)(\d{1,2})\s?月(?!球)/g, (_, m: string) => `${cardinal(m)}月`)
    .replace(
      /(?<!\d)(\d{1,2})\s?([日号])(?!楼|线|院|门|机|码)/g,
      (_, d: string, unit: string) => `${cardinal(d)}${unit}`,
    )
    .replace(
      new RegExp(`${clockPattern.source}\\s?[-–~～至到]\\s?${clockPattern.source}`, 'g'),
      (_, ...parts: (string | undefined)[]) => {
        const [h = '', m = '', s, h2 = '', m2 = '', s2] = parts
        return `${clock(h, m, s)}到${clock(h2, m2, s2)}`
      },
    )
    .replace(clockPattern, (_, h: string, m: string, s?: string) => clock(h, m, s))
    .replace(/(?<!\d)(\d{1,2})\s?([点時时])\s?(\d{1,2})\s?分?(?!\d)/g, (_, h: string, _unit: string, m: string) =>
      clock(h, m.padStart(2, '0')),
    )
    .replace(/(?<![\d.])(\d{1,2})\s?点(?!\d)/g, (_, h: string) => clock(h, '00'))
}
