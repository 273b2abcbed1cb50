/** Spelled alike, said by what they are in the sentence: [as noun or adjective, as verb]. */
const pairs: Readonly<Record<string, readonly [string, string]>> = {
  absent: ['ˈæbsənt', 'æbsˈɛnt'],
  abstract: ['ˈæbstɹˌækt', 'əbstɹˈækt'],
  abuse: ['əbjˈus', 'əbjˈuz'],
  addict: ['ˈædɪkt', 'ədˈɪkt'],
  advocate: ['ˈædvəkət', 'ˈædvəkˌAt'],
  affect: ['əfˈɛkt', 'əfˈɛkt'],
  alternate: ['ˈɔltəɹnət', 'ˈɔltəɹnˌAt'],
  appropriate: ['əpɹˈOpɹiət', 'əpɹˈOpɹiˌAt'],
  approximate: ['əpɹˈɑksəmət', 'əpɹˈɑksəmˌAt'],
  articulate: ['ɑɹtˈɪkjələt', 'ɑɹtˈɪkjəlˌAt'],
  associate: ['əsˈOsiət', 'əsˈOsiˌAt'],
  attribute: ['ˈætɹəbjˌut', 'ətɹˈɪbjˌut'],
  bow: ['bˈO', 'bˈW'],
  close: ['klˈOs', 'klˈOz'],
  combine: ['kˈɑmbˌIn', 'kəmbˈIn'],
  compact: ['kˈɑmpˌækt', 'kəmpˈækt'],
  complement: ['kˈɑmpləmənt', 'kˈɑmpləmˌɛnt'],
  compound: ['kˈɑmpˌWnd', 'kəmpˈWnd'],
  compress: ['kˈɑmpɹˌɛs', 'kəmpɹˈɛs'],
  conduct: ['kˈɑndˌʌkt', 'kəndˈʌkt'],
  conflict: ['kˈɑnflˌɪkt', 'kənflˈɪkt'],
  console: ['kˈɑnsˌOl', 'kənsˈOl'],
  construct: ['kˈɑnstɹˌʌkt', 'kənstɹˈʌkt'],
  content: ['kˈɑntɛnt', 'kəntˈɛnt'],
  contest: ['kˈɑntˌɛst', 'kəntˈɛst'],
  contract: ['kˈɑntɹˌækt', 'kəntɹˈækt'],
  contrast: ['kˈɑntɹˌæst', 'kəntɹˈæst'],
  convert: ['kˈɑnvˌɜɹt', 'kənvˈɜɹt'],
  convict: ['kˈɑnvˌɪkt', 'kənvˈɪkt'],
  coordinate: ['kOˈɔɹdənət', 'kOˈɔɹdənˌAt'],
  decrease: ['dˈikɹˌis', 'dəkɹˈis'],
  defect: ['dˈifɛkt', 'dəfˈɛkt'],
  delegate: ['dˈɛləɡət', 'dˈɛləɡˌAt'],
  deliberate: ['dəlˈɪbəɹət', 'dəlˈɪbəɹˌAt'],
  desert: ['dˈɛzəɹt', 'dəzˈɜɹt'],
  digest: ['dˈIʤˌɛst', 'dIʤˈɛst'],
  discount: ['dˈɪskˌWnt', 'dɪskˈWnt'],
  document: ['dˈɑkjəmənt', 'dˈɑkjəmˌɛnt'],
  dove: ['dˈʌv', 'dˈOv'],
  duplicate: ['dˈupləkət', 'dˈupləkˌAt'],
  elaborate: ['əlˈæbəɹət', 'əlˈæbəɹˌAt'],
  escort: ['ˈɛskˌɔɹt', 'ɪskˈɔɹt'],
  estimate: ['ˈɛstəmət', 'ˈɛstəmˌAt'],
  excuse: ['ɪkskjˈus', 'ɪkskjˈuz'],
  exploit: ['ˈɛksplˌYt', 'ɪksplˈYt'],
  export: ['ˈɛkspˌɔɹt', 'ɪkspˈɔɹt'],
  extract: ['ˈɛkstɹˌækt', 'ɪkstɹˈækt'],
  graduate: ['ɡɹˈæʤəwət', 'ɡɹˈæʤʊˌAt'],
  house: ['hˈWs', 'hˈWz'],
  impact: ['ˈɪmpˌækt', 'ɪmpˈækt'],
  import: ['ˈɪmpˌɔɹt', 'ɪmpˈɔɹt'],
  increase: ['ˈɪnkɹˌis', 'ɪnkɹˈis'],
  insert: ['ˈɪnsˌɜɹt', 'ɪnsˈɜɹt'],
  insult: ['ˈɪnsˌʌlt', 'ɪnsˈʌlt'],
  invalid: ['ɪnvˈæləd', 'ɪnvˈæləd'],
  invite: ['ˈɪnvˌIt', 'ɪnvˈIt'],
  lead: ['lˈid', 'lˈid'],
  live: ['lˈIv', 'lˈɪv'],
  lives: ['lˈIvz', 'lˈɪvz'],
  minute: ['mˈɪnət', 'mˈɪnət'],
  moderate: ['mˈɑdəɹət', 'mˈɑdəɹˌAt'],
  object: ['ˈɑbʤɛkt', 'əbʤˈɛkt'],
  permit: ['pˈɜɹmˌɪt', 'pəɹmˈɪt'],
  present: ['pɹˈɛzᵊnt', 'pɹəzˈɛnt'],
  produce: ['pɹˈOdus', 'pɹədˈus'],
  progress: ['pɹˈɑɡɹˌɛs', 'pɹəɡɹˈɛs'],
  project: ['pɹˈɑʤˌɛkt', 'pɹəʤˈɛkt'],
  protest: ['pɹˈOtˌɛst', 'pɹətˈɛst'],
  rebel: ['ɹˈɛbᵊl', 'ɹəbˈɛl'],
  recall: ['ɹˈikˌɔl', 'ɹəkˈɔl'],
  record: ['ɹˈɛkəɹd', 'ɹəkˈɔɹd'],
  refund: ['ɹˈifˌʌnd', 'ɹəfˈʌnd'],
  refuse: ['ɹˈɛfjˌus', 'ɹəfjˈuz'],
  research: ['ɹˈisˌɜɹʧ', 'ɹisˈɜɹʧ'],
  reject: ['ɹˈiʤɛkt', 'ɹəʤˈɛkt'],
  row: ['ɹˈO', 'ɹˈO'],
  separate: ['sˈɛpəɹət', 'sˈɛpəɹˌAt'],
  subject: ['sˈʌbʤɛkt', 'səbʤˈɛkt'],
  survey: ['sˈɜɹvˌA', 'səɹvˈA'],
  suspect: ['sˈʌspˌɛkt', 'səspˈɛkt'],
  tear: ['tˈɪɹ', 'tˈɛɹ'],
  tears: ['tˈɪɹz', 'tˈɛɹz'],
  torment: ['tˈɔɹmˌɛnt', 'tɔɹmˈɛnt'],
  transfer: ['tɹˈænsfˌɜɹ', 'tɹænsfˈɜɹ'],
  transport: ['tɹˈænspˌɔɹt', 'tɹænspˈɔɹt'],
  update: ['ˈʌpdˌAt', 'ʌpdˈAt'],
  upset: ['ʌpsˈɛt', 'ʌpsˈɛt'],
  use: ['jˈus', 'jˈuz'],
  wind: ['wˈɪnd', 'wˈInd'],
  winds: ['wˈɪndz', 'wˈIndz'],
  wound: ['wˈund', 'wˈWnd'],
}

const beforeVerbs = new Set(
  "to will would can could shall should may might must do does did don't doesn't didn't won't can't couldn't shouldn't wouldn't let's i you we they who not never always often please cannot".split(
    ' ',
  ),
)
const beforeBaseNouns = new Set([
  'the',
  'a',
  'an',
  'my',
  'your',
  'his',
  'its',
  'our',
  'their',
  'this',
  'that',
  'no',
  'any',
  'some',
  'of',
  'in',
  'for',
  'with',
])
const pastMarks = new Set(
  "yesterday have has had been was were is are be i've we've you've they've he's she's already ago last".split(' '),
)
const mostlyVerbs = new Set(['live', 'combine', 'convert', 'reject', 'recall', 'invite', 'lives', 'refuse'])

export interface Surroundings {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

export function heteronym(word: string, { before, after }: Surroundings): string | undefined {
  const previous = before.at(-1) ?? ''
  if (word === 'read') {
    const past =
      pastMarks.has(previous) ||
      pastMarks.has(before.at(-2) ?? '') ||
      [...before, ...after].some(other => ['yesterday', 'ago'].includes(other))
    const presentPerson = /^(he|she|it)$/.test(previous)
    return (past || presentPerson) && !['to', 'will', 'can'].includes(previous) ? 'ɹˈɛd' : 'ɹˈid'
  }
  if (word === 'used' && after[0] === 'to') return 'jˈust'
  if (word === 'lead' && /^(pipe|pipes|paint|poisoning|pencil|acid)$/.test(after[0] ?? '')) return 'lˈɛd'
  if (word === 'minute' && /^(details?|amounts?|particles?|differences?)$/.test(after[0] ?? '')) return 'mInˈut'
  if (word === 'wound' && /^(up|around|down)$/.test(after[0] ?? '')) return 'wˈWnd'
  if (word === 'wind' && /^(up|down)$/.test(after[0] ?? '')) return 'wˈInd'
  if (word === 'close' && /^(to|by|friends?|enough|call|together)$/.test(after[0] ?? '') && !beforeVerbs.has(previous))
    return 'klˈOs'
  if (word === 'bass' && /^(drum|guitar|line|player|note|clef|speaker)s?$/.test(after[0] ?? '')) return 'bˈAs'
  const forms = Object.hasOwn(pairs, word) ? pairs[word] : undefined
  if (forms === undefined) return plural(word, { before, after })
  return isVerb(word, previous, after[0] ?? '') ? forms[1] : forms[0]
}

function isVerb(word: string, previous: string, next: string): boolean {
  if (beforeVerbs.has(previous)) return true
  if (beforeBaseNouns.has(previous)) return false
  if (/^(the|a|an|it|this|these|those|my|your|his|her|their|our|them|me|us|him)$/.test(next)) return true
  if (word === 'use' && /(people|[^s]s)$/.test(previous) && !previous.endsWith("'s")) return true
  if (
    word === 'live' &&
    /^(music|show|stream|broadcast|event|concert|performance|demo|chat|audio|video|coverage|from|on)$/.test(next)
  )
    return false
  // An order opens with its verb, and what follows it is what the verb takes.
  if (previous === '')
    return /^(the|a|an|this|that|your|my|it|them|me|us|all|any|these|those|our)$/.test(next) || mostlyVerbs.has(word)
  return mostlyVerbs.has(word) && !/^(was|is|were|are|be)$/.test(previous)
}

function plural(word: string, around: Surroundings): string | undefined {
  if (!word.endsWith('s') || !Object.hasOwn(pairs, word.slice(0, -1))) return undefined
  const forms = pairs[word.slice(0, -1)]
  if (forms === undefined) return undefined
  const verb = /^(he|she|it|who|that|which)$/.test(around.before.at(-1) ?? '')
  const form = verb ? forms[1] : forms[0]
  if (/[szʃʒʤʧ]$/.test(form)) return `${form}ᵻz`
  return /[ptkfθ]$/.test(form) ? `${form}s` : `${form}z`
}
