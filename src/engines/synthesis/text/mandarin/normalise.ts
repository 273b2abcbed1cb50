import { readAddresses } from '../english/addresses.ts'
import { readDates } from './dates.ts'
import { readFigures } from './figures.ts'
import { readMoney } from './money.ts'
import { readPhones } from './phones.ts'
import { readUnits } from './units.ts'

const readers = [readAddresses, readDates, readPhones, readMoney, readUnits, readFigures]

/** Written Chinese, with or without Latin words in it → characters as they are read aloud; Latin stays for its own reader. */
export function normaliseMandarin(text: string): string {
  let result = text
  for (const read of readers) result = read(result)
  return result
    .replaceAll('〇', '零')
    .replaceAll(/(?<=\p{Script=Han})\s*&\s*(?=\p{Script=Han})/gu, '和')
    .replaceAll(/(?<=[元块角分镑])\s*\/\s*(?=\p{Script=Han})/gu, '每')
    .replaceAll(/(?<=\p{Script=Han})\s*\/\s*(?=\p{Script=Han})/gu, '，')
    .replaceAll(/(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu, '')
    .replaceAll(/[~～]+/g, '')
    .replaceAll(/…+|\.{3,}|。{2,}/g, '…')
    .replaceAll(/[—－]{1,}|--+/g, '—')
    .replaceAll(/[！!]*[？?][！!？?]*/g, '？')
    .replaceAll(/[！!]{2,}/g, '！')
    .replaceAll(/[ \t]+/g, ' ')
    .trim()
}
