import type { Sound } from '../../../core/sound.ts'
import { melodyOf } from '../kokoro/melody.ts'
import { speakable } from '../text/speakable.ts'
import type { Line, VoiceFamily, VoiceRecipe } from '../voice-family.ts'
import { type Listener, likeness } from './listener.ts'
import { type Mix, mixTowards, tidy } from './mix.ts'
import { recordedPitch } from './recorded-melody.ts'
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
}

interface Trial {
  readonly mix: Mix
  /** Semitones. */
  readonly move: number
  /** Its melody lies where that of the recording does, and not where the mix has it. */
  readonly isMatched: boolean
}

const plain = { speed: 1, pitch: 0, swing: 1, tremble: 0, pauses: 1, isWhispered: false, isUrgent: false }
const probes = {
  english: 'The quick brown fox jumped over the dog.',
  mandarin: '今天的天气不错，出去走走吧。',
} as const

/** Looks for the mix that sounds most like a recording, by saying something and listening. Yields after each trial. */
export async function* search(
  recording: Sound,
  family: VoiceFamily,
  listener: Listener,
  limits: SearchLimits,
): AsyncGenerator<undefined, Found> {
  const wanted = await listener.hear(recording)
  const melody = melodyOf(recordedPitch(recording))
  let spent = 0
  const random = createRandom(wanted)
  const nearest = [...listener.known]
    .sort((a, b) => likeness(b[1], wanted) - likeness(a[1], wanted))
    .map(([name]) => name)
  const starts: Trial[] = [
    { mix: mixTowards(wanted, listener.known), move: 0, isMatched: true },
    ...nearest
      .slice(0, 2)
      .flatMap(name => [true, false].map(isMatched => ({ mix: { [name]: 1 }, move: 0, isMatched }))),
  ]
  let best: (Tried & { readonly trial: Trial }) | undefined
  let reach = 0.35
  for (let probe = 0; probe < limits.probes && (!best || spent < limits.milliseconds); probe++) {
    const trial = starts.shift() ?? changed(best?.trial, nearest, reach, random)
    const begun = Date.now()
    const found = await tryOut(trial, melody?.median, wanted, family, listener)
    const isBetter = !best || found.likeness > best.likeness
    if (isBetter) best = { ...found, trial }
    spent += Date.now() - begun
    if (starts.length === 0) reach = isBetter ? Math.min(0.6, reach * 1.3) : Math.max(0.1, reach * 0.93)
    yield undefined
  }
  if (!best) throw new Error('a search needs at least one probe')
  return toned(best, recording, wanted, listener)
}

async function tryOut(
  { mix, move, isMatched }: Trial,
  median: number | undefined,
  wanted: Float32Array,
  family: VoiceFamily,
  listener: Listener,
): Promise<Tried> {
  const language = homeOf(mix)
  const line = probeIn(language)
  const bare: VoiceRecipe = { mix, shift: 0, swing: 1, median: 0, keepsSound: true }
  const own = await family.median(line, bare)
  const target = (isMatched ? (median ?? own) : own) * 2 ** (move / 12)
  const recipe = { ...bare, median: target, shift: 12 * Math.log2(target / own) }
  const pieces: Float32Array[] = []
  for await (const piece of family.speak(line, recipe, plain)) pieces.push(piece)
  const samples = Float32Array.from(pieces.flatMap(piece => [...piece]))
  const sound = { samples, rate: family.rate }
  return { recipe, language, sound, likeness: likeness(await listener.hear(sound), wanted) }
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

function homeOf(mix: Mix): 'english' | 'mandarin' {
  const chinese = Object.entries(mix).reduce((sum, [name, share]) => sum + (name.startsWith('z') ? share : 0), 0)
  return chinese >= 0.5 ? 'mandarin' : 'english'
}

const lines = new Map<string, Line>()

function probeIn(language: 'english' | 'mandarin'): Line {
  const known = lines.get(language)
  if (known) return known
  const clauses = [...speakable(probes[language], { voiceLanguage: language, pronunciations: [] })]
  const line = { language, phonemes: clauses.map(clause => clause.phonemes).join(' ') }
  lines.set(language, line)
  return line
}

/** More, or less, of one other voice, or a little higher or lower; voices that are near are tried more often. */
function changed(trial: Trial | undefined, nearest: readonly string[], reach: number, random: () => number): Trial {
  const { mix, move, isMatched } = trial ?? { mix: {}, move: 0, isMatched: true }
  if (random() < 0.2) return { mix, isMatched, move: move + 2 * (random() - 0.5) }
  const name = nearest[Math.floor(nearest.length * random() ** 2)] ?? ''
  const step = reach * (random() < 0.7 ? random() : -random())
  const moved = Object.fromEntries(Object.entries(mix).map(([other, share]) => [other, share * (1 - step)]))
  return { move, isMatched, mix: tidy({ ...moved, [name]: (moved[name] ?? 0) + step }) }
}

/** The same recording is always searched the same way. */
function createRandom(seed: Float32Array): () => number {
  let state = (Math.round((seed[0] ?? 0) * 1e9) ^ Math.round((seed[7] ?? 0) * 1e9) ^ 0x9e3779b9) >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state = (state ^ (state << 5)) >>> 0
    return state / 2 ** 32
  }
}
