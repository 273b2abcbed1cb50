import { recipes, type SpeakingVoice } from './recipes.ts'
import type { VoiceFamily } from './voice-family.ts'

export type Quality = 'fast' | 'studio'

/** What is known of a family of voices before any of it is loaded. */
export interface FamilyDefinition {
  /** The entry of the catalogue that holds its weights. */
  readonly weights: string
  /** What the thread of the voices loads: a module whose `family` is a `FamilyModule`. */
  readonly module: URL
  /** The system's voices that it speaks with. */
  readonly voices: readonly string[]
  /** Whether it can imitate recordings. */
  readonly imitates: boolean
}

export interface FamilyModule {
  open(folder: string, threads: number): Promise<VoiceFamily>
  readonly recipes: Readonly<Record<string, SpeakingVoice>>
}

/** `studio` has every voice, and speaks for whoever lacks one. */
export interface Families {
  readonly studio: FamilyDefinition
  readonly fast?: FamilyDefinition
}

export const ownFamilies: Families = {
  studio: {
    weights: 'kokoro-82m',
    module: new URL('./kokoro/family.ts', import.meta.url),
    voices: Object.keys(recipes),
    imitates: true,
  },
}

export interface FamilyChoice {
  readonly quality?: Quality
  /** For single voices. */
  readonly voices?: Readonly<Record<string, Quality>>
}

export function chooseFamily(
  families: Families,
  { quality = 'studio', voices = {} }: FamilyChoice,
  voice: { readonly kind: 'system' | 'cloned'; readonly id: string },
): FamilyDefinition {
  const wanted = families[(Object.hasOwn(voices, voice.id) ? voices[voice.id] : undefined) ?? quality]
  const can = voice.kind === 'cloned' ? wanted?.imitates : wanted?.voices.includes(voice.id)
  return wanted && can ? wanted : families.studio
}

/** Whether the choice asks for a family that is not there. */
export function asksInVain(families: Families, { quality, voices = {} }: FamilyChoice): boolean {
  return [quality, ...Object.values(voices)].some(wanted => wanted !== undefined && families[wanted] === undefined)
}
