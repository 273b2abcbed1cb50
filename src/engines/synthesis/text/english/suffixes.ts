const flapsBefore = /[AIOWYiuæɑɔəɛɪɹʊʌ]t$/

/** Plural, possessive, third person. */
export function withS(stem: string): string {
  if (/[szʃʒʤʧ]$/.test(stem)) return `${stem}ᵻz`
  return /[ptkfθ]$/.test(stem) ? `${stem}s` : `${stem}z`
}

export function withEd(stem: string): string {
  if (flapsBefore.test(stem)) return `${stem.slice(0, -1)}Tᵻd`
  if (/[td]$/.test(stem)) return `${stem}ᵻd`
  return /[pkfθʃsʧ]$/.test(stem) ? `${stem}t` : `${stem}d`
}

function joined(stem: string, ending: string): string {
  return flapsBefore.test(stem) ? `${stem.slice(0, -1)}T${ending}` : `${stem}${ending}`
}

interface Suffix {
  readonly written: RegExp
  /** Spellings that the stem may have had. */
  stems(stem: string): readonly string[]
  say(stem: string): string
}

const undoubled = (stem: string): string[] => (/([bdfgklmnprtvz])\1$/.test(stem) ? [stem.slice(0, -1)] : [])
const verbStems = (stem: string): string[] => [stem, `${stem}e`, ...undoubled(stem)]
const vowelStems = (stem: string): string[] => [
  ...verbStems(stem),
  ...(stem.endsWith('i') ? [`${stem.slice(0, -1)}y`] : []),
]

const suffixes: readonly Suffix[] = [
  { written: /['’]s$/, stems: stem => [stem], say: withS },
  { written: /s['’]$/, stems: stem => [`${stem}s`, stem], say: stem => (/[sz]$/.test(stem) ? stem : withS(stem)) },
  { written: /['’]ll$/, stems: stem => [stem], say: stem => `${stem}ᵊl` },
  { written: /['’]re$/, stems: stem => [stem], say: stem => `${stem}əɹ` },
  { written: /['’]ve$/, stems: stem => [stem], say: stem => `${stem}əv` },
  { written: /['’]d$/, stems: stem => [stem], say: stem => (/[td]$/.test(stem) ? `${stem}əd` : `${stem}d`) },
  { written: /n['’]t$/, stems: stem => [stem], say: stem => `${stem}ənt` },
  { written: /ies$/, stems: stem => [`${stem}y`, `${stem}ie`], say: withS },
  { written: /es$/, stems: stem => [`${stem}e`, stem], say: withS },
  { written: /s$/, stems: stem => (/[su]$/.test(stem) ? [] : [stem]), say: withS },
  { written: /ied$/, stems: stem => [`${stem}y`], say: withEd },
  { written: /ed$/, stems: verbStems, say: withEd },
  { written: /ing$/, stems: verbStems, say: stem => joined(stem, 'ɪŋ') },
  { written: /ers$/, stems: vowelStems, say: stem => joined(stem, 'əɹz') },
  { written: /er$/, stems: vowelStems, say: stem => joined(stem, 'əɹ') },
  { written: /est$/, stems: vowelStems, say: stem => joined(stem, 'ᵻst') },
  { written: /ily$/, stems: stem => [`${stem}y`], say: stem => stem.replace(/i$/, 'əli') },
  { written: /ly$/, stems: stem => [stem, `${stem}le`], say: stem => `${stem.replace(/ᵊl$/, '')}li` },
  { written: /iness$/, stems: stem => [`${stem}y`], say: stem => `${stem}nəs` },
  { written: /ness$/, stems: stem => [stem], say: stem => `${stem}nəs` },
  { written: /less$/, stems: stem => [stem], say: stem => `${stem}ləs` },
  { written: /ful$/, stems: stem => [stem], say: stem => `${stem}fᵊl` },
  { written: /able$/, stems: verbStems, say: stem => joined(stem, 'əbᵊl') },
  { written: /ment$/, stems: stem => [stem], say: stem => `${stem}mənt` },
  { written: /ments$/, stems: stem => [stem], say: stem => `${stem}mənts` },
  { written: /ish$/, stems: verbStems, say: stem => joined(stem, 'ɪʃ') },
  { written: /ism$/, stems: verbStems, say: stem => joined(stem, 'ˌɪzəm') },
  { written: /ist$/, stems: verbStems, say: stem => joined(stem, 'ɪst') },
  { written: /ize$/, stems: verbStems, say: stem => joined(stem, 'ˌIz') },
  { written: /ized$/, stems: verbStems, say: stem => joined(stem, 'ˌIzd') },
  { written: /izing$/, stems: verbStems, say: stem => joined(stem, 'ˌIzɪŋ') },
  { written: /ship$/, stems: stem => [stem], say: stem => `${stem}ʃˌɪp` },
  { written: /hood$/, stems: stem => [stem], say: stem => `${stem}hˌʊd` },
]

const prefixes: Readonly<Record<string, string>> = {
  anti: 'ˌænti',
  auto: 'ˌɔTO',
  co: 'kˌO',
  counter: 'kˌWnTəɹ',
  cyber: 'sˌIbəɹ',
  dis: 'dɪs',
  hyper: 'hˌIpəɹ',
  inter: 'ˌɪntəɹ',
  macro: 'mˌækɹO',
  mega: 'mˌɛɡə',
  micro: 'mˌIkɹO',
  mini: 'mˌɪni',
  mis: 'mˌɪs',
  multi: 'mˌʌlti',
  nano: 'nˌænO',
  non: 'nˌɑn',
  out: 'ˌWt',
  over: 'ˌOvəɹ',
  photo: 'fˌOTO',
  post: 'pˌOst',
  pre: 'pɹˌi',
  pseudo: 'sˌudO',
  re: 'ɹˌi',
  semi: 'sˌɛmi',
  sub: 'sˌʌb',
  super: 'sˌupəɹ',
  tele: 'tˌɛlə',
  trans: 'tɹˌænz',
  ultra: 'ˌʌltɹə',
  un: 'ˌʌn',
  under: 'ˌʌndəɹ',
}

/** A word built of a known one and an ending or a beginning. */
export function fromStem(word: string, lookUp: (stem: string) => string | undefined, depth = 2): string | undefined {
  const find = (stem: string): string | undefined =>
    lookUp(stem) ?? (depth > 1 ? fromStem(stem, lookUp, depth - 1) : undefined)
  for (const suffix of suffixes) {
    if (!suffix.written.test(word)) continue
    const stem = word.replace(suffix.written, '')
    if (stem.length < 2 && !word.includes("'")) continue
    for (const spelling of suffix.stems(stem)) {
      const sound = find(spelling)
      if (sound !== undefined) return suffix.say(sound)
    }
  }
  for (const [prefix, sound] of Object.entries(prefixes)) {
    if (!word.startsWith(prefix) || word.length < prefix.length + 4) continue
    const rest = find(word.slice(prefix.length))
    if (rest !== undefined) return sound + rest
  }
  return undefined
}
