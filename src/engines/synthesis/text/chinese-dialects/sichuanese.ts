import { getJyutpingText } from 'to-jyutping'
import type { Dialect } from '../mandarin/phonemes.ts'

/** Said otherwise than any rule gives. */
const own: Readonly<Record<string, string>> = {
  街: 'gai1',
  鞋: 'hai2',
  解: 'gai3',
  巷: 'hang4',
  我: 'ngo3',
  去: 'qie4',
  没: 'mei1',
  么: 'mo0',
  的: 'le0',
  得: 'de2',
  什: 'sa4',
  个: 'go4',
  下: 'ha4',
  六: 'lu2',
  国: 'gue2',
  白: 'be2',
  百: 'be2',
  北: 'be2',
  黑: 'he2',
  客: 'ke2',
  格: 'ge2',
  色: 'se2',
}

/** Old stop endings, which Cantonese still shows, fell into the low tone. */
function hadStop(character: string): boolean {
  return character !== '' && /[ptk]\d$/.test(getJyutpingText(character))
}

function adapt(pinyin: string, character: string): string {
  const fixed = own[character]
  if (fixed !== undefined) return fixed
  const tone = hadStop(character) && !pinyin.endsWith('0') ? '2' : (/\d$/.exec(pinyin)?.[0] ?? '0')
  const base = pinyin
    .replace(/\d$/, '')
    .replace(/^zh/, 'z')
    .replace(/^ch/, 'c')
    .replace(/^sh/, 's')
    .replace(/^n(?=[aeou])/, 'l')
    .replace(/^hu$/, 'fu')
    .replace(/^hu(?=[aein])/, 'hu')
    .replace(/^([gkh])e$/, '$1o')
    .replace(/^(?=(ai|an|ao|ang|ou|en)$)/, 'ng')
    .replace(/^e$/, 'ngo')
    .replace(/ing$/, 'in')
    .replace(/eng$/, 'en')
  return base + tone
}

/** Chengdu: level 55, low 21, high falling 53, dipping 213, in the nearest of Kokoro's four marks; flat tongue, l for n. */
export const sichuanese: Dialect = {
  sandhi: false,
  tones: { '1': '→', '2': '↓', '3': '↘', '4': '↗' },
  adapt,
  finish: phonemes => phonemes.replaceAll('ɻ', 'z').replace(/(?<=[kxŋ])wo/, 'o'),
}
