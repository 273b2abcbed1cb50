import { getJyutpingList } from 'to-jyutping'

const initials: readonly (readonly [string, string])[] = [
  ['gw', 'kw'],
  ['kw', 'kʰw'],
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
  ['h', 'h'],
  ['w', 'w'],
  ['z', 'ʦ'],
  ['c', 'ʦʰ'],
  ['s', 's'],
  ['j', 'j'],
]

const vowels: readonly (readonly [string, string])[] = [
  ['aa', 'a'],
  ['oe', 'œ'],
  ['eo', 'ø'],
  ['yu', 'y'],
  ['a', 'ɐ'],
  ['e', 'ɛ'],
  ['i', 'i'],
  ['o', 'ɔ'],
  ['u', 'u'],
]

/** Six tones in Kokoro's four marks: the two rising ones share a mark, as do the two low ones; the middle one has none. */
const tones: Readonly<Record<string, string>> = { '1': '→', '2': '↗', '3': '', '4': '↓', '5': '↗', '6': '↓' }

export function jyutpingPhonemes(jyutping: string): string {
  const tone = tones[jyutping.at(-1) ?? ''] ?? ''
  const base = jyutping.replace(/\d$/, '')
  if (base === 'm') return `m${tone}`
  if (base === 'ng') return `ŋ${tone}`
  const initial = initials.find(([spelling]) => base.startsWith(spelling))
  const rest = base.slice(initial?.[0].length ?? 0)
  const vowel = vowels.find(([spelling]) => rest.startsWith(spelling))
  const coda = rest.slice(vowel?.[0].length ?? 0).replace('ng', 'ŋ')
  const onset = initial?.[1] === 'j' && vowel?.[0] === 'yu' ? '' : (initial?.[1] ?? '')
  const glide = /^[iu]$/.test(coda) ? coda : ''
  const nucleus =
    glide !== '' && vowel?.[0] === 'e' ? 'e' : glide === 'u' && vowel?.[0] === 'o' ? 'o' : (vowel?.[1] ?? '')
  return onset + nucleus + glide + tone + (glide === '' ? coda : '')
}

const segmenter = new Intl.Segmenter('zh-Hant-HK', { granularity: 'word' })

/** Han characters as read in Hong Kong, in the nearest sounds that Kokoro knows from Mandarin. */
export function cantonesePhonemes(text: string): string {
  const sounds = getJyutpingList(text).map(([character, jyutping]): [string, string] => [
    character,
    jyutping === null ? '' : jyutpingPhonemes(jyutping.split(' ')[0] ?? ''),
  ])
  let place = 0
  return [...segmenter.segment(text)]
    .map(({ segment }) => {
      const word = sounds.slice(place, place + [...segment].length)
      place += word.length
      return word.map(([, sound]) => sound).join('')
    })
    .filter(word => word !== '')
    .join(' ')
}
