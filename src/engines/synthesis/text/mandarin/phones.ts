import { eachDigit } from './numbers.ts'

const say = (digits: string): string => eachDigit(digits.replaceAll(/\D/g, ''), '幺')

/** Telephones by their usual groups; rooms, buses, flights and codes digit by digit. */
export function readPhones(text: string): string {
  return text
    .replace(/(?:\+86|(?<!\d)0086)[\s-]?(?=1[3-9])/g, '加八六，')
    .replace(
      /(?<!\d)(1[3-9]\d)[\s-]?(\d{4})[\s-]?(\d{4})(?!\d)/g,
      (_, a: string, b: string, c: string) => `${say(a)}，${say(b)}，${say(c)}`,
    )
    .replace(
      /(?<!\d)(400|800)[\s-]?(\d{3})[\s-]?(\d{4})(?!\d)/g,
      (_, a: string, b: string, c: string) => `${say(a)}，${say(b)}，${say(c)}`,
    )
    .replace(/(?<!\d)\(?(0\d{2,3})\)?[\s-](\d{7,8})(?!\d)/g, (_, a: string, b: string) => `${say(a)}，${say(b)}`)
    .replace(/(?<=(?:拨打|拨|电话|热线|打|呼叫|客服|报警)[:：是为]?\s?)(\d{3,})(?![\d.]|[个次元块分秒天])/g, digits =>
      say(digits),
    )
    .replace(/(?<!\d)(110|119|120|122)(?=电话|报警|急救|中心|专线|指挥)/g, digits => say(digits))
    .replace(/(?<!\d)(12306|12315|10086|10010)(?=[^\d个元块万千年月]|$)/g, digits => say(digits))
    .replace(/(?<![\d.])(\d{3,4})(?=\s?(?:室|房间|号房|次航班|次列车|教室|宿舍))/g, digits => say(digits))
    .replace(/(?<![\d.])([1-9]\d{2})(?=路(?:公交|车|电车))/g, digits => say(digits))
    .replace(
      /(?<=(?:验证码|密码|编号|尾号|学号|工号|账号|卡号|邮编|QQ号?|房间号|车牌)[:：是为]?\s?)(\d{3,})(?!\d)/g,
      digits => eachDigit(digits),
    )
}
