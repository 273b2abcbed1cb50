import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ears, heard } from './listener.ts'

/** A voice that was made and heard beforehand. */
export interface KnownVoice {
  /** Where it lies, in each of the directions. */
  readonly place: Float64Array
  readonly hertz: number
  readonly language: 'english' | 'mandarin'
  readonly heard: Float32Array
}

/** The space of voices of a family: it has as many directions as places have numbers. */
export interface VoiceSpace {
  readonly known: readonly KnownVoice[]
  /** The shares of the family's voices that lie at a place. They sum to one, and some are below zero. */
  mixAt(place: Float64Array): Record<string, number>
  /** From 0 to 1: how much of a voice at a place comes from voices that are at home in the language. */
  nativeness(place: Float64Array, language: 'english' | 'mandarin'): number
  /** How far a place is from the middle, in the numbers of the family's styles. */
  distance(place: Float64Array): number
}

interface Stored {
  readonly voices: readonly string[]
  /** For each direction: how far one step of it goes, and what it adds to the share of each voice, in millionths. */
  readonly directions: readonly { readonly step: number; readonly shares: readonly number[] }[]
  /** Vectors are bytes from -127 to 127 in base64: places in 20ths of a step, and what was heard by each network. */
  readonly known: readonly (Pick<KnownVoice, 'hertz' | 'language'> & {
    readonly place: string
    readonly heard: string
  })[]
}

export function openVoiceSpace(folder: string): VoiceSpace {
  const { voices, directions, known } = JSON.parse(readFileSync(join(folder, 'kokoro-voices.json'), 'utf8')) as Stored
  const shareOf = (place: Float64Array, voice: number) =>
    directions.reduce((sum, { shares }, i) => sum + ((place[i] ?? 0) * (shares[voice] ?? 0)) / 1e6, 1 / voices.length)
  return {
    known: known.map(({ place, heard: text, hertz, language }) => {
      const vector = Float32Array.from(bytesOf(text))
      const { speakerEncoder: one, campplus: other } = ears
      return {
        hertz,
        language,
        place: Float64Array.from(bytesOf(place), step => step / 20),
        heard: heard(vector.subarray(one.from, one.to), vector.subarray(other.from, other.to)),
      }
    }),
    mixAt(place) {
      return Object.fromEntries(voices.map((name, voice) => [name, Math.round(1e5 * shareOf(place, voice)) / 1e5]))
    },
    nativeness(place, language) {
      // Kokoro's names begin with the language: American, British and Mandarin are a, b and z.
      const letters = language === 'mandarin' ? 'z' : 'ab'
      const share = voices.reduce(
        (sum, name, voice) => sum + (letters.includes(name.charAt(0)) ? shareOf(place, voice) : 0),
        0,
      )
      return Math.min(1, Math.max(0, share))
    },
    distance: place => Math.hypot(...directions.map(({ step }, i) => step * (place[i] ?? 0))),
  }
}

function bytesOf(text: string): Int8Array {
  return new Int8Array(Buffer.from(text, 'base64'))
}
