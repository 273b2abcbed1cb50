import type { Manner } from '../../core/speech.ts'
import type { MannerChange } from './manner-change.ts'
import { type Mood, moods } from './moods.ts'

/** How a voice is to sound; one of the three. */
export type VoiceLabel =
  | { readonly kind: 'language'; readonly name: string }
  | { readonly kind: 'emotion'; readonly name: string }
  | { readonly kind: 'style'; readonly name: string }

const languages: Readonly<Record<string, NonNullable<Manner['language']>>> = {
  粤语: 'cantonese',
  cantonese: 'cantonese',
  四川话: 'sichuanese',
  sichuanese: 'sichuanese',
  日语: 'japanese',
  japanese: 'japanese',
}

export const emotions: readonly (readonly [chinese: string, mood: Mood])[] = [
  ['高兴', 'happy'],
  ['非常高兴', 'very happy'],
  ['悲伤', 'sad'],
  ['生气', 'angry'],
  ['非常生气', 'very angry'],
  ['撒娇', 'coquettish'],
  ['恐惧', 'fearful'],
  ['惊讶', 'surprised'],
  ['兴奋', 'excited'],
  ['钦佩', 'admiring'],
  ['困惑', 'confused'],
]

export const styles: readonly (readonly [chinese: string, mood: Mood])[] = [
  ['慢速', 'slow'],
  ['极慢', 'very slow'],
  ['快速', 'fast'],
  ['极快', 'very fast'],
  ['冷漠', 'indifferent'],
  ['尴尬', 'awkward'],
  ['沮丧', 'depressed'],
  ['骄傲', 'proud'],
  ['温柔', 'gentle'],
  ['甜美', 'sweet'],
  ['豪爽', 'hearty'],
  ['严肃', 'serious'],
  ['傲慢', 'arrogant'],
  ['老年', 'elderly'],
  ['吼叫', 'shouting'],
  ['阴阳怪气', 'sarcastic'],
  ['磕巴', 'stuttering'],
]

const byName = (list: typeof emotions): ReadonlyMap<string, MannerChange> =>
  new Map(list.flatMap(([chinese, mood]) => [chinese, mood].map(name => [name, moods[mood]])))

const known = { emotion: byName(emotions), style: byName(styles) }

/** By its Chinese or English name. One that is not listed changes nothing. */
export function changeOfLabel({ kind, name }: VoiceLabel): MannerChange {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
  if (kind !== 'language') return known[kind].get(plain) ?? {}
  const language = Object.hasOwn(languages, plain) ? languages[plain] : undefined
  return language === undefined ? {} : { language }
}
