import type { IpadicFeatures } from '@patdx/kuromoji'
import { analyse } from './analyser.ts'
import { kanaPhonemes, toKatakana } from './kana-phonemes.ts'

const eRow = '[エケゲセゼテデネヘベペメレ]'
const oRow = '[オコゴソゾトドノホボポモヨョロ]'

/** Endings are said in one breath with their verb or noun. */
function joins(token: IpadicFeatures): boolean {
  return (
    token.pos === '助動詞' ||
    token.pos_detail_1 === '接尾' ||
    token.pos_detail_1 === '非自立' ||
    (token.pos === '助詞' && /^(て|で|ば|たり|ながら)$/.test(token.surface_form) && token.pos_detail_1 === '接続助詞')
  )
}

function reading(token: IpadicFeatures): string {
  const kana = toKatakana(token.pronunciation ?? token.reading ?? token.surface_form).replaceAll(/[^ァ-ヶー]/g, '')
  const spoken = token.surface_form === 'を' ? 'オ' : kana
  const written = /\p{Script=Han}/u.test(token.surface_form)
  // The dictionary writes 学生 ガクセイ; it is said with a long e.
  const long = written ? spoken.replaceAll(new RegExp(`(${eRow})イ`, 'g'), '$1ー') : spoken
  return token.pronunciation === undefined
    ? long.replaceAll(new RegExp(`(${oRow})ウ`, 'g'), '$1ー').replaceAll(/([ュウクグスズツヌフブプムユル])ウ/g, '$1ー')
    : long
}

/** Japanese without marks → phonemes. */
export function japanesePhonemes(text: string): string {
  const tokens = analyse(text)
  if (tokens === undefined) return kanaPhonemes(toKatakana(text))
  const words: string[] = []
  for (const token of tokens) {
    const kana = reading(token)
    if (kana === '') continue
    const last = words.length - 1
    const previous = words[last]
    if (previous !== undefined && (joins(token) || previous.endsWith('ッ'))) words[last] = previous + kana
    else words.push(kana)
  }
  return words.map(word => kanaPhonemes(word)).join(' ')
}
