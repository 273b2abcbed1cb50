/** One row per consonant: how it sounds before a, i, u, e, o. A dot is a mora that has its own entry or none. */
const rows: readonly (readonly [string, string])[] = [
  ['アイウエオ', 'a i ɯ e o'],
  ['カキクケコ', 'ka kʲi kɯ ke ko'],
  ['ガギグゲゴ', 'ɡa ɡʲi ɡɯ ɡe ɡo'],
  ['サシスセソ', 'sa ɕi sɨ se so'],
  ['ザジズゼゾ', 'ʣa ʥi zɨ ʣe ʣo'],
  ['タチツテト', 'ta ʨi ʦɨ te to'],
  ['ダヂヅデド', 'da ʥi zɨ de do'],
  ['ナニヌネノ', 'na ɲi nɯ ne no'],
  ['ハヒフヘホ', 'ha çi ɸɯ he ho'],
  ['バビブベボ', 'ba bʲi bɯ be bo'],
  ['パピプペポ', 'pa pʲi pɯ pe po'],
  ['マミムメモ', 'ma mʲi mɯ me mo'],
  ['ラリルレロ', 'ɾa ɾʲi ɾɯ ɾe ɾo'],
  ['ヤユヨワヲ', 'ja jɯ jo βa o'],
  ['ヰヱヴヵヶ', 'i e vɯ ka ke'],
  ['ァィゥェォ', 'a i ɯ e o'],
  ['ャュョヮ', 'ja jɯ jo βa'],
]

/** Before small ya, yu, yo and e the consonant is soft. */
const soft: Readonly<Record<string, string>> = {
  キ: 'kʲ',
  ギ: 'ɡʲ',
  シ: 'ɕ',
  ジ: 'ʥ',
  チ: 'ʨ',
  ヂ: 'ʥ',
  ニ: 'ɲ',
  ヒ: 'ç',
  ビ: 'bʲ',
  ピ: 'pʲ',
  ミ: 'mʲ',
  リ: 'ɾʲ',
}

const foreign: Readonly<Record<string, string>> = {
  イェ: 'je',
  ウィ: 'βi',
  ウェ: 'βe',
  ウォ: 'βo',
  クァ: 'kᵝa',
  クィ: 'kᵝi',
  クェ: 'kᵝe',
  クォ: 'kᵝo',
  グァ: 'ɡᵝa',
  ツァ: 'ʦa',
  ツィ: 'ʦʲi',
  ツェ: 'ʦe',
  ツォ: 'ʦo',
  ティ: 'tʲi',
  テュ: 'tʲɨ',
  ディ: 'dʲi',
  デュ: 'dʲɨ',
  トゥ: 'tɯ',
  ドゥ: 'dɯ',
  ファ: 'ɸa',
  フィ: 'ɸʲi',
  フェ: 'ɸe',
  フォ: 'ɸo',
  フュ: 'ɸʲɨ',
  ヴァ: 'va',
  ヴィ: 'vʲi',
  ヴェ: 've',
  ヴォ: 'vo',
  ヴュ: 'bʲɨ',
}

const table = new Map<string, string>(Object.entries(foreign))
for (const [kana, sounds] of rows) {
  const list = sounds.split(' ')
  for (const [index, character] of [...kana].entries()) table.set(character, list[index] ?? '')
}
for (const [kana, consonant] of Object.entries(soft)) {
  table
    .set(`${kana}ャ`, `${consonant}a`)
    .set(`${kana}ュ`, `${consonant}ɨ`)
    .set(`${kana}ョ`, `${consonant}o`)
    .set(`${kana}ェ`, `${consonant}e`)
}

export function toKatakana(text: string): string {
  return text.replaceAll(/[ぁ-ゖ]/g, kana => String.fromCharCode(kana.charCodeAt(0) + 0x60))
}

/** Katakana → phonemes; ン takes the place of what follows. */
export function kanaPhonemes(kana: string): string {
  const moras: string[] = []
  for (let index = 0; index < kana.length; index++) {
    const pair = kana.slice(index, index + 2)
    if (pair.length === 2 && table.has(pair)) {
      moras.push(table.get(pair) ?? '')
      index++
    } else
      moras.push(
        kana[index] === 'ー'
          ? 'ː'
          : kana[index] === 'ッ'
            ? 'ʔ'
            : kana[index] === 'ン'
              ? 'ン'
              : (table.get(kana[index] ?? '') ?? ''),
      )
  }
  return moras.map((mora, index) => (mora === 'ン' ? nasal(moras[index + 1] ?? '') : mora)).join('')
}

function nasal(next: string): string {
  if (/^[mpb]/.test(next)) return 'm'
  if (/^[kɡ]/.test(next)) return 'ŋ'
  if (/^[ɲʨʥ]/.test(next)) return 'ɲ'
  return /^[ntdɾzʣʦ]/.test(next) ? 'n' : 'ɴ'
}
