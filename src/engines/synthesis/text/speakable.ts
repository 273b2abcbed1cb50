import type { Manner, Pronunciation } from '../../../core/speech.ts'
import { atoms } from './atoms.ts'
import { clean } from './clean.ts'
import { loadJapanese } from './japanese/analyser.ts'
import { isJapanese, languageRuns, type Preference, type Tongue } from './language-runs.ts'
import { markPronunciations } from './pronunciations.ts'
import { sentences } from './sentences.ts'
import { breaths, type Clause } from './utterances.ts'

export type SpokenLanguage = 'english' | 'british' | 'mandarin' | 'japanese' | 'cantonese' | 'sichuanese'

export interface Utterance {
  readonly language: SpokenLanguage
  /** Kokoro's phoneme alphabet. */
  readonly phonemes: string
  /** What the listener hears, for logs and caches. */
  readonly words: string
  /** Seconds of silence after it. */
  readonly pause: number
}

export interface SpeakableOptions {
  readonly voiceLanguage: 'english' | 'mandarin'
  readonly accent?: 'american' | 'british'
  readonly language?: Manner['language']
  readonly pronunciations: readonly Pronunciation[]
}

/** Reads the dictionaries that this text needs. In the worker, before `speakable`; free when they are there already. */
export async function loadTextFrontEnd(text = '', options: Pick<SpeakableOptions, 'language'> = {}): Promise<void> {
  if (options.language === 'japanese' || /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) await loadJapanese()
}

const pauses: Readonly<Record<string, number>> = {
  ',': 0.12,
  ';': 0.22,
  ':': 0.2,
  '—': 0.18,
  '.': 0.35,
  '!': 0.35,
  '?': 0.38,
  '…': 0.45,
}
const pauseInPhrase = 0.02
const pauseAfterSentence = 0.3
const pauseAfterParagraph = 0.65

/** Text → clauses in order. The first is short so that sound begins early; none is longer than Kokoro takes at once. */
export function* speakable(text: string, options: SpeakableOptions): Generator<Utterance> {
  const accent = options.accent ?? 'american'
  const marked = markPronunciations(text, options.pronunciations)
  const readable = clean(marked.text, options.voiceLanguage)
  const preference = preferenceOf(readable, options)
  let neutral = preference.neutral
  let opening = true
  for (const sentence of sentences(readable)) {
    const runs = languageRuns(sentence.text, { ...preference, neutral })
    neutral = runs.at(-1)?.language ?? neutral
    // A reader of abbreviations may have taken the point that ended the sentence.
    const end = /[.。]["'”’)\]]*$/.test(sentence.text) ? '.' : ''
    let waiting: Clause | undefined
    for (const clause of breaths(atoms(runs, marked.sounds, end), accent, opening)) {
      if (waiting !== undefined) yield utterance(waiting, accent, pauses[waiting.mark] ?? pauseInPhrase)
      waiting = clause
    }
    if (waiting === undefined) continue
    opening = false
    const rest = sentence.last ? pauseAfterParagraph : Math.max(pauseAfterSentence, pauses[waiting.mark] ?? 0)
    yield utterance(waiting, accent, rest)
  }
}

function utterance(clause: Clause, accent: 'american' | 'british', pause: number): Utterance {
  return { language: mainLanguage(clause, accent), phonemes: clause.phonemes, words: clause.words, pause }
}

function preferenceOf(text: string, { language, voiceLanguage }: SpeakableOptions): Preference {
  const neutral = language ?? (isJapanese(text) ? 'japanese' : voiceLanguage)
  const han = neutral === 'english' ? 'mandarin' : neutral
  return { han: language === undefined && han !== 'japanese' ? 'mandarin' : han, neutral }
}

function mainLanguage({ parts }: Clause, accent: 'american' | 'british'): SpokenLanguage {
  const shares = new Map<Tongue, number>()
  for (const { language, text } of parts) {
    const weight = language === 'english' ? text.split(' ').length : text.length / 2
    shares.set(language, (shares.get(language) ?? 0) + weight)
  }
  const [main] = [...shares].sort((a, b) => b[1] - a[1])
  const language = main?.[0] ?? 'english'
  return language === 'english' && accent === 'british' ? 'british' : language
}
