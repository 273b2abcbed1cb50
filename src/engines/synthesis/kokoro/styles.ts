import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SpokenLanguage } from '../text/speakable.ts'
import type { VoiceRecipe } from '../voice-family.ts'

/** A style is 128 numbers for the sound of a voice and 128 for how it speaks; there is one for each length of a clause. */
const styleSize = 256
const soundSize = 128

export interface Styles {
  /** The style of a voice for a clause of so many phonemes. */
  of(recipe: VoiceRecipe, language: SpokenLanguage, phonemes: number): PreparedStyle
}

export interface PreparedStyle {
  readonly style: Float32Array
  /** Semitones that the melody is to be moved. */
  readonly shift: number
  readonly swing: number
}

/** How much of a native voice's sound is put into a foreign one, so that its sounds come out as they should. */
const nativeShare = 0.25

export function openStyles(folder: string): Styles {
  const packs = new Map<string, Float32Array>()

  function pack(name: string): Float32Array {
    const known = packs.get(name)
    if (known) return known
    const bytes = readFileSync(join(folder, `${name}.bin`))
    const values = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
    packs.set(name, values)
    return values
  }

  function mixed(mix: VoiceRecipe['mix'], phonemes: number): Float32Array {
    const style = new Float32Array(styleSize)
    for (const [name, share] of Object.entries(mix)) {
      const values = pack(name)
      const row = Math.min(phonemes, values.length / styleSize - 1) * styleSize
      for (let i = 0; i < styleSize; i++) style[i] = (style[i] ?? 0) + share * (values[row + i] ?? 0)
    }
    return style
  }

  return {
    of({ mix, shift, swing, median, keepsSound = false, speaksLike }, language, phonemes) {
      const own = mixed(mix, phonemes)
      const native = speaksLike ? natives[language][speaksLike] : nativeSpeaker(mix, language)
      if (native === undefined) return { style: own, shift, swing }
      const theirs = mixed({ [native.name]: 1 }, phonemes)
      // It sounds like itself and speaks like somebody who grew up with the language.
      const share = keepsSound ? 0 : nativeShare
      const style = own.map((value, i) =>
        i < soundSize ? (1 - share) * value + share * (theirs[i] ?? 0) : (theirs[i] ?? 0),
      )
      return { style, shift: 12 * Math.log2(median / native.median), swing: 1 }
    },
  }
}

interface Native {
  readonly name: string
  /** Hertz, in its own language. */
  readonly median: number
}

const speaker = (name: string, median: number): Native => ({ name, median })
const mandarin = { letters: 'z', female: speaker('zf_xiaoxiao', 245), male: speaker('zm_yunxi', 175) }

const natives: Record<SpokenLanguage, { readonly letters: string; readonly female: Native; readonly male: Native }> = {
  english: { letters: 'ab', female: speaker('af_heart', 195), male: speaker('am_michael', 117) },
  british: { letters: 'ab', female: speaker('bf_emma', 180), male: speaker('bm_george', 110) },
  mandarin,
  cantonese: mandarin,
  sichuanese: mandarin,
  japanese: { letters: 'j', female: speaker('jf_alpha', 230), male: speaker('jm_kumo', 140) },
}

/** Kokoro's names begin with a language and a gender: `zf_xiaoxiao`. Undefined for who is at home in the language. */
export function nativeSpeaker(mix: VoiceRecipe['mix'], language: SpokenLanguage): Native | undefined {
  const { letters, female, male } = natives[language]
  const share = (has: (name: string) => boolean) =>
    Object.entries(mix).reduce((sum, [name, part]) => sum + (has(name) ? part : 0), 0)
  if (share(name => letters.includes(name.charAt(0))) >= 0.5) return undefined
  return share(name => name.charAt(1) === 'f') >= 0.5 ? female : male
}
