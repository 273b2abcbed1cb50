import type { Forecast } from './forecast.ts'
import type { KnownVoice, VoiceSpace } from './known-voices.ts'
import type { Random } from './random.ts'

export type Trial = Pick<KnownVoice, 'place' | 'hertz' | 'language'> & {
  /** See `VoiceRecipe`; 1 unless it is said. */
  readonly size?: number
}

export interface Proposals {
  /** The trial that promises most. While there is `courage`, what is little known promises more. */
  next(forecast: Forecast, around: readonly Trial[], courage: number): Trial
}

export interface ProposalOptions {
  /** Of the recording: no trial is far above or below. */
  readonly hertz: number
  readonly language: 'english' | 'mandarin'
  readonly space: VoiceSpace
  readonly random: Random
}

/** How far candidates are from where they start, in steps of each direction: first widely, then near the best ones. */
const [wide, near] = [
  [0.15, 0.4, 0.9],
  [0.08, 0.2, 0.4],
]
const [rounds, perStart, kept] = [4, 16, 3]
/** The farthest of the family's own voices are at 1.9; much farther out words are lost. */
const farthest = 2.6
const mostSemitones = 2.5
/** One step of size, and how many there may be. */
const [sizeStep, mostSizeSteps] = [Math.log(1.05), 2.5]
const [mostCourage, leastCourage] = [0.25, 0.05]

/** The place of a voice together with its pitch, its language and its size, so that all weigh about as much as they are heard. */
export function placeOf({ place, hertz, language, size = 1 }: Trial): Float64Array {
  return Float64Array.of(
    ...place,
    3 * Math.log2(hertz / 170),
    language === 'mandarin' ? 0.7 : 0,
    Math.log(size) / sizeStep,
  )
}

export function createProposals({ hertz, language, space, random }: ProposalOptions): Proposals {
  function moved({ place, hertz: own, size = 1 }: Trial, step: number): Trial {
    const there = place.map(value => value + (random.next() < 0.5 ? step * random.normal() : 0))
    const shrink = Math.min(1, farthest / space.distance(there))
    const semitones = 12 * Math.log2(own / hertz) + step * random.normal()
    const sizeSteps = Math.log(size) / sizeStep + (random.next() < 0.5 ? 1.2 * step * random.normal() : 0)
    return {
      language,
      size: Math.round(100 * Math.exp(sizeStep * limited(sizeSteps, mostSizeSteps))) / 100,
      place: there.map(value => value * shrink),
      hertz: hertz * 2 ** (limited(semitones, mostSemitones) / 12),
    }
  }

  return {
    next(forecast, around, courage) {
      const boldness = courage > 0.3 ? mostCourage : leastCourage
      const promise = (trial: Trial) => {
        const { score, doubt } = forecast.at(placeOf(trial))
        return { trial, promise: score + boldness * doubt }
      }
      let best: { readonly trial: Trial; readonly promise: number }[] = around.map(trial => ({ trial, promise: -1 }))
      for (let round = 0; round < rounds; round++) {
        const candidates = best.flatMap(({ trial }) =>
          (round === 0 ? wide : near).flatMap(step =>
            Array.from({ length: perStart }, () => promise(moved(trial, step))),
          ),
        )
        best = [...best, ...candidates].sort((a, b) => b.promise - a.promise).slice(0, kept)
      }
      const [first] = best
      if (!first) throw new Error('there is nothing to start from')
      return first.trial
    },
  }
}

function limited(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value))
}
