/** Pinyin (`zhong1`, `lv4`, `er2`, tone 0 or 5 light) → the alphabet that Kokoro learned Mandarin in. */
const initials: readonly (readonly [string, string])[] = [
  ['zh', '\uAB67'],
  ['ch', '\uAB67ʰ'],
  ['sh', 'ʂ'],
  ['ng', 'ŋ'],
  ['b', 'p'],
  ['p', 'pʰ'],
  ['m', 'm'],
  ['f', 'f'],
  ['d', 't'],
  ['t', 'tʰ'],
  ['n', 'n'],
  ['l', 'l'],
  ['g', 'k'],
  ['k', 'kʰ'],
  ['h', 'x'],
  ['j', 'ʨ'],
  ['q', 'ʨʰ'],
  ['x', 'ɕ'],
  ['r', 'ɻ'],
  ['z', 'ʦ'],
  ['c', 'ʦʰ'],
  ['s', 's'],
]

/** The digit marks where the tone is written: behind the vowel, before what closes the syllable. */
const finals: Readonly<Record<string, string>> = {
  a: 'a0',
  ai: 'ai0',
  an: 'a0n',
  ang: 'a0ŋ',
  ao: 'au0',
  e: 'ɤ0',
  ei: 'ei0',
  en: 'ə0n',
  eng: 'ə0ŋ',
  i: 'i0',
  ia: 'ja0',
  ian: 'jɛ0n',
  iang: 'ja0ŋ',
  iao: 'jau0',
  ie: 'je0',
  in: 'i0n',
  ing: 'i0ŋ',
  iong: 'jʊ0ŋ',
  iu: 'jou0',
  o: 'wo0',
  ong: 'ʊ0ŋ',
  ou: 'ou0',
  u: 'u0',
  ua: 'wa0',
  uai: 'wai0',
  uan: 'wa0n',
  uang: 'wa0ŋ',
  ueng: 'wə0ŋ',
  ui: 'wei0',
  un: 'wə0n',
  uo: 'wo0',
  v: 'y0',
  van: 'ɥɛ0n',
  ve: 'ɥe0',
  vn: 'y0n',
}

const whole: Readonly<Record<string, string>> = {
  er: 'ɚ0',
  o: 'ɔ0',
  yo: 'jɔ0',
  ê: 'ɛ0',
  m: 'm0',
  n: 'n0',
  ng: 'ŋ0',
  hm: 'hm0',
  hng: 'hŋ0',
}

const toneMarks: Readonly<Record<string, string>> = { '1': '→', '2': '↗', '3': '↓', '4': '↘' }

/** `yu` → `v`, `wei` → `ui`, `ju` → `jv`: what spelling hides. */
function split(base: string): readonly [string, string] {
  if (base.startsWith('yu')) return ['', `v${base.slice(2)}`]
  if (base.startsWith('y'))
    return ['', base === 'you' ? 'iu' : base.startsWith('yi') ? base.slice(1) : `i${base.slice(1)}`]
  if (base.startsWith('w')) {
    if (base === 'wu') return ['', 'u']
    const rest = base.slice(1)
    return ['', rest === 'ei' ? 'ui' : rest === 'en' ? 'un' : `u${rest}`]
  }
  const initial = initials.find(([spelling]) => base.startsWith(spelling))
  const final = base.slice(initial?.[0].length ?? 0)
  const rounded = initial !== undefined && 'jqx'.includes(initial[0]) && final.startsWith('u')
  return [
    initial?.[1] ?? '',
    rounded
      ? `v${final.slice(1)}`
      : final === 'ue'
        ? 've'
        : final === 'uen'
          ? 'un'
          : final === 'uei'
            ? 'ui'
            : final === 'iou'
              ? 'iu'
              : final,
  ]
}

export interface ToneMarks {
  readonly [tone: string]: string
}

export function syllablePhonemes(pinyin: string, tones: ToneMarks = toneMarks): string {
  const base = pinyin.toLowerCase().replace(/\d$/, '').replaceAll('ü', 'v').replaceAll('u:', 'v')
  const mark = tones[/\d$/.exec(pinyin)?.[0] ?? ''] ?? ''
  const alone = whole[base]
  if (alone !== undefined) return alone.replace('0', mark)
  const curled = /^(.+)r$/.exec(base)
  if (curled?.[1] !== undefined) return curl(syllablePhonemes(curled[1] + (/\d$/.exec(pinyin)?.[0] ?? ''), tones))
  const [initial, final] = split(base)
  const vowel =
    final === 'i' && ['\uAB67', '\uAB67ʰ', 'ʂ', 'ɻ', 'ʦ', 'ʦʰ', 's'].includes(initial) ? 'ɨ0' : (finals[final] ?? '')
  return initial + vowel.replace('0', mark)
}

/** Erhua: the tongue curls on the vowel, what closed the syllable goes. */
export function curl(phonemes: string): string {
  return `${phonemes
    .replace(/n$/, '')
    .replace(/(?<=[ae])i(?=[→↗↓↘]?$)/, '')
    .replace(/ɨ(?=[→↗↓↘]?$)/, 'ə')}ɻ`
}

/** Whether a word of a caller is a syllable that can be said. */
export function isSyllable(pinyin: string): boolean {
  return /^[a-zü:]{1,6}[0-5]$/i.test(pinyin) && syllablePhonemes(pinyin).length > 0
}
