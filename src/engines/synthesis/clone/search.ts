import type { Sound } from '../../../core/sound.ts'
import { joined } from '../../../media/sound/effects/effect.ts'
import { melodyOf } from '../kokoro/melody.ts'
import { speakable } from '../text/speakable.ts'
import type { Line, VoiceFamily, VoiceRecipe } from '../voice-family.ts'
import { type Forecast, forecastFrom, type Heard } from './forecast.ts'
import type { KnownVoice, VoiceSpace } from './known-voices.ts'
import { type Listener, likeness } from './listener.ts'
import { createProposals, placeOf, type Trial } from './proposals.ts'
import { createRandom } from './random.ts'
import { recordedPitch } from './recorded-melody.ts'
import { createSize, forSize } from './size.ts'
import { createTone, toneTowards } from './tone.ts'

export interface SearchLimits {
  readonly probes: number
  /** Of its own work: what others do between two trials does not count. */
  readonly milliseconds: number
}

export interface Found {
  readonly recipe: VoiceRecipe
  readonly language: 'english' | 'mandarin'
  /** How like the recording it came out, from 0 to 1. */
  readonly likeness: number
}

interface Tried extends Found {
  readonly sound: Sound
  readonly trial: Trial
}

const plain = { speed: 1, pitch: 0, swing: 1, tremble: 0, pauses: 1, isWhispered: false, isUrgent: false }
/** Said in turns: what is like the recording in one sentence only is no likeness. */
const probes = {
  english: ['The quick brown fox jumped over.', 'We should have asked him again.'],
  mandarin: ['今天的天气真不错啊。', '他昨天晚上很晚回家。'],
} as const
/** What a native sound is worth beside likeness: an accent is part of a voice, and words are easier to understand. */
const nativeWorth = 0.04
/** Of what was heard beforehand, in other words and at another pitch, and of a trial. */
const doubts = { known: 0.3, tried: 0.05 } as const
/** Voices that are asked which language the recording is likely to be in. */
const asked = 9
/** Hertz: who is above is given the rhythm of a woman. */
const betweenMenAndWomen = 165

/** Looks for the voice that sounds most like a recording, by saying something and listening. Yields after each trial. */
export async function* search(
  recording: Sound,
  family: VoiceFamily,
  listener: Listener,
  space: VoiceSpace,
  limits: SearchLimits,
): AsyncGenerator<undefined, Found> {
  const wanted = await listener.hear(recording)
  const nearest = space.known.toSorted((a, b) => likeness(b.heard, wanted) - likeness(a.heard, wanted))
  const language = languageOf(nearest)
  const hertz = melodyOf(recordedPitch(recording))?.median ?? nearest[0]?.hertz ?? betweenMenAndWomen
  const known: Heard[] = space.known.map(voice => ({
    place: placeOf(voice),
    score: likeness(voice.heard, wanted) + nativeWorth * space.nativeness(voice.place, language),
    doubt: doubts.known,
  }))
  const proposals = createProposals({ hertz, language, space, random: createRandom(wanted) })
  const starts = space.known
    .map((voice, i) => ({ ...voice, hertz, score: known[i]?.score ?? 0 }))
    .sort((a, b) => b.score - a.score)
    .slice(0, 6)
  const tried: Tried[] = []
  let spent = 0
  for (let probe = 0; probe < limits.probes && (probe === 0 || spent < limits.milliseconds); probe++) {
    const begun = Date.now()
    const forecast = forecastFrom(known)
    const best = bestOf(tried, forecast).map(({ trial }) => trial)
    const trial = proposals.next(forecast, best.length > 0 ? best : starts, 1 - probe / limits.probes)
    const found = await tryOut(trial, probeIn(language, probe), wanted, family, listener, space)
    const score = found.likeness + nativeWorth * space.nativeness(trial.place, language)
    known.push({ place: placeOf(trial), score, doubt: doubts.tried })
    tried.push(found)
    spent += Date.now() - begun
    yield undefined
  }
  const [best] = bestOf(tried, forecastFrom(known))
  if (!best) throw new Error('a search needs at least one probe')
  return toned(best, recording, wanted, listener)
}

/** By what is to be expected of them: the best score of all is in part luck. */
function bestOf(tried: readonly Tried[], forecast: Forecast): Tried[] {
  const expected = new Map(tried.map(one => [one, forecast.at(placeOf(one.trial)).score]))
  return tried.toSorted((a, b) => (expected.get(b) ?? 0) - (expected.get(a) ?? 0)).slice(0, 3)
}

async function tryOut(
  trial: Trial,
  line: Line,
  wanted: Float32Array,
  family: VoiceFamily,
  listener: Listener,
  space: VoiceSpace,
): Promise<Tried> {
  const { language, hertz, size = 1 } = trial
  const recipe: VoiceRecipe = {
    mix: space.mixAt(trial.place),
    shift: 0,
    swing: 1,
    median: Math.round(10 * hertz) / 10,
    keepsSound: true,
    speaksLike: hertz > betweenMenAndWomen ? 'female' : 'male',
    size,
  }
  const pieces: Float32Array[] = []
  const effect = createSize(size)
  for await (const piece of family.speak(line, recipe, forSize(plain, size))) pieces.push(effect.push(piece))
  const samples = joined([...pieces, effect.end()])
  const sound = { samples, rate: family.rate }
  return { recipe, language, sound, trial, likeness: likeness(await listener.hear(sound), wanted) }
}

/** Gives it the colour of the recording, too, where that makes it more alike; microphones have colours of their own. */
async function toned(tried: Tried, recording: Sound, wanted: Float32Array, listener: Listener): Promise<Found> {
  const { recipe, language, sound, likeness: before } = tried
  const tone = toneTowards(sound, recording)
  const effect = createTone(tone, sound.rate)
  const after = likeness(await listener.hear({ ...sound, samples: effect.push(sound.samples) }), wanted)
  return after > before
    ? { language, recipe: { ...recipe, tone }, likeness: after }
    : { language, recipe, likeness: before }
}

function languageOf(nearest: readonly KnownVoice[]): 'english' | 'mandarin' {
  const few = nearest.slice(0, asked)
  return 2 * few.filter(({ language }) => language === 'mandarin').length > few.length ? 'mandarin' : 'english'
}

const lines = new Map<string, Line>()

function probeIn(language: 'english' | 'mandarin', turn: number): Line {
  const text = probes[language][turn % 2] ?? probes[language][0]
  const known = lines.get(text)
  if (known) return known
  const clauses = [...speakable(text, { voiceLanguage: language, pronunciations: [] })]
  const line = { language, phonemes: clauses.map(clause => clause.phonemes).join(' ') }
  lines.set(text, line)
  return line
}
