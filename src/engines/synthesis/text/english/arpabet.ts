/** The dictionary's alphabet → the one Kokoro was trained on (A, I, W, Y, O stand for diphthongs). */
const vowels: Readonly<Record<string, string>> = {
  AA: 'ɑ',
  AE: 'æ',
  AH: 'ʌ',
  AO: 'ɔ',
  AW: 'W',
  AY: 'I',
  EH: 'ɛ',
  ER: 'ɜɹ',
  EY: 'A',
  IH: 'ɪ',
  IY: 'i',
  OW: 'O',
  OY: 'Y',
  UH: 'ʊ',
  UW: 'u',
}

const consonants: Readonly<Record<string, string>> = {
  B: 'b',
  CH: 'ʧ',
  D: 'd',
  DH: 'ð',
  F: 'f',
  G: 'ɡ',
  HH: 'h',
  JH: 'ʤ',
  K: 'k',
  L: 'l',
  M: 'm',
  N: 'n',
  NG: 'ŋ',
  P: 'p',
  R: 'ɹ',
  S: 's',
  SH: 'ʃ',
  T: 't',
  TH: 'θ',
  V: 'v',
  W: 'w',
  Y: 'j',
  Z: 'z',
  ZH: 'ʒ',
}

const stressMarks: Readonly<Record<string, string>> = { '1': 'ˈ', '2': 'ˌ' }

/** `HH AH0 L OW1` → `həlˈO`. */
export function fromArpabet(arpabet: string): string {
  let phonemes = ''
  // A word has one main stress, and it is the later one where the dictionary gives two.
  const single = arpabet.replaceAll(/1(?=.*1)/g, '2')
  for (const symbol of single.split(' ')) {
    const consonant = consonants[symbol]
    if (consonant !== undefined) {
      phonemes += consonant
      continue
    }
    const name = symbol.slice(0, 2)
    const stress = stressMarks[symbol.slice(2)] ?? ''
    phonemes += stress + (stress === '' ? (unstressed[name] ?? vowels[name] ?? '') : (vowels[name] ?? ''))
  }
  return american(phonemes)
}

const unstressed: Readonly<Record<string, string>> = { AH: 'ə', ER: 'əɹ' }

const notBeforeVowel = '(?![ˈˌ]?[AIOWYiuæɑəɛɪʊʌɜɔ])'
const swallowed = new RegExp(`(?<=[bdfhkmnpstvzðɡʃʒʤʧθT])əl${notBeforeVowel}`, 'g')
const swallowedAfterT = new RegExp(`(?<=[^sfkpnl])tən${notBeforeVowel}`, 'g')
const nearSound = new RegExp(`iɹ${notBeforeVowel}`, 'g')
const flap = /(?<=[AIOWYiuæɑɔəɛɪɹʊʌ])t(?=[AIOWYiuæɑəɛɪʊʌɜɔᵻ])/g
const doubleGlide = new RegExp(`(?<=[AIWY])ɹ${notBeforeVowel}`, 'g')
const swallowedAlly = /kli$|kəli$/

/** What Americans do to the sounds between others: flaps, swallowed schwas. */
function american(phonemes: string): string {
  return phonemes
    .replace(/ˌi$/, 'i')
    .replace(swallowedAfterT, 'tᵊn')
    .replace(flap, 'T')
    .replace(swallowed, 'ᵊl')
    .replace(nearSound, 'ɪɹ')
    .replace(doubleGlide, 'əɹ')
}

/** Where the spelling shows the sound better than the dictionary, which writes weak vowels in many ways. */
export function bySpelling(word: string, phonemes: string): string {
  let result = phonemes
  if (word.startsWith('un')) result = result.replace(/^[əʌ]n/, 'ˌʌn')
  if (/[td]ed$/.test(word)) result = result.replace(/[əɪ]d$/, 'ᵻd')
  if (/[sxz]es$|[cs]hes$|[cg]es$/.test(word)) result = result.replace(/[əɪ]z$/, 'ᵻz')
  if (/age$/.test(word)) result = result.replace(/əʤ$/, 'ɪʤ')
  if (/ically$/.test(word)) result = result.replace(swallowedAlly, 'kᵊli')
  if (/^(de|re|be|e)(?!e)/.test(word)) result = result.replace(/^(d|ɹ|b|)[ɪ](?=[^AIOWYiuæɑəɛɪʊʌɜɔˈˌɹ]+ˈ)/, '$1ə')
  return result
}
