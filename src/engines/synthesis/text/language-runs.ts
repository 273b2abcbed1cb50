import { normaliseEnglish } from './english/normalise.ts'
import { normaliseJapanese } from './japanese/normalise.ts'
import { normaliseMandarin } from './mandarin/normalise.ts'

export type Tongue = 'english' | 'mandarin' | 'japanese' | 'cantonese' | 'sichuanese'

/** Words of one language, normalised, with the marks that stand among them. */
export interface Run {
  readonly language: Tongue
  readonly text: string
}

export interface Preference {
  /** For Han characters. */
  readonly han: 'mandarin' | 'cantonese' | 'sichuanese' | 'japanese'
  /** For what has no script: figures and signs alone. */
  readonly neutral: Tongue
}

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu
const han = /\p{Script=Han}/gu
const latinWord = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}][\p{L}\p{M}'’-]*/gu
/** Small words that Chinese cannot do without and Japanese does not have. */
const chineseOnly = /[的了是这那们说吗呢吧么没你她它]/
const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Kana in a fair share of the characters make their neighbours Japanese; a quoted word does not. */
export function isJapanese(text: string): boolean {
  const kanaCount = count(text, kana)
  if (kanaCount === 0 || kanaCount / (kanaCount + count(text, han)) < 0.2) return false
  const pieces = text.split(/[\p{P}\s]+/u)
  const mixed = pieces.some(piece => count(piece, kana) > 0 && count(piece, han) > 0)
  return mixed || !pieces.some(piece => count(piece, kana) === 0 && chineseOnly.test(piece))
}

export function languageRuns(sentence: string, preference: Preference): Run[] {
  const hanCount = count(sentence, han)
  const japanese = isJapanese(sentence) || (preference.han === 'japanese' && hanCount > 0)
  if (japanese) return byScript(normaliseJapanese(sentence), 'japanese')
  const kanaCount = count(sentence, kana)
  const words = count(sentence, latinWord)
  const chinese = preference.han === 'japanese' ? 'mandarin' : preference.han
  if (hanCount + kanaCount === 0) {
    if (words > 0 && !onlyUnits(sentence)) return [{ language: 'english', text: normaliseEnglish(sentence) }]
    const neutral = preference.neutral
    if (neutral === 'english') return [{ language: neutral, text: normaliseEnglish(sentence) }]
    return byScript(neutral === 'japanese' ? normaliseJapanese(sentence) : normaliseMandarin(sentence), neutral)
  }
  // An English sentence that quotes a few characters keeps its figures English.
  if (words * 2 > hanCount + kanaCount) return byScript(readAround(sentence), chinese)
  return byScript(normaliseMandarin(sentence), chinese)
}

/** `5 km`, `$3`, `20℃`: figures whose letters are no words. */
function onlyUnits(sentence: string): boolean {
  return (
    /^[\d\s.,:/%°$€£¥~+-]*(?:km|cm|mm|m|kg|g|mg|ml|L|h|min|s|MB|GB|KB|TB|GHz|MHz|Hz|km\/h|C|F)?[\s.!?]*$/.test(
      sentence,
    ) &&
    /\d/.test(sentence) &&
    !/\d\s?(?:am|pm)/i.test(sentence)
  )
}

/** Figures that touch a character are read in its language, the rest later in English. */
function readAround(sentence: string): string {
  return sentence.replaceAll(
    /(?<![A-Za-z\d.-])[$¥￥€£]?[\d][\d.,:/%-]*(?=\p{Script=Han})\p{Script=Han}+|\p{Script=Han}+[\d][\d.,:/%-]*\d%?\p{Script=Han}*|\p{Script=Han}+\d\p{Script=Han}*/gu,
    part => normaliseMandarin(part),
  )
}

const scripts =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〇]+)|(?:[\uE000-\uF8FF])|(?:[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〇\uE000-\uF8FF]+)/gu

function byScript(text: string, east: Tongue): Run[] {
  const runs: Run[] = []
  for (const match of text.matchAll(scripts)) {
    const part = match[0]
    const last = runs.at(-1)
    if (match[1] !== undefined) {
      const language = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(part) ? 'japanese' : east
      if (last !== undefined && last.language === language) runs[runs.length - 1] = { language, text: last.text + part }
      else runs.push({ language, text: part })
    } else if (/[\p{L}\p{N}]/u.test(part)) runs.push(...western(part))
    else if (last === undefined) runs.push({ language: east, text: part })
    else runs[runs.length - 1] = { ...last, text: last.text + part }
  }
  return runs
}

/** Marks around foreign words stay where they were. */
function western(part: string): Run[] {
  const [, before = '', words = '', after = ''] =
    /^([^\p{L}\p{N}$€£#@'’.-]*)(.*?)([^\p{L}\p{N}%+'’]*)$/su.exec(part) ?? []
  return [{ language: 'english', text: `${before}${normaliseEnglish(words)}${after}` }]
}
