import type { RecognitionRequest } from '../../core/recognition.ts'

/** The entries of the catalogue that this engine can run. */
export const modelNames = ['moonshine-tiny', 'whisper-tiny', 'whisper-base', 'whisper-small'] as const
export type ModelName = (typeof modelNames)[number]

export type Quality = 'fast' | 'usual' | 'best'

export interface Wanted {
  readonly effort: RecognitionRequest['effort']
  readonly language?: string
  readonly quality?: Quality
  readonly name?: ModelName
}

export interface Choice {
  readonly name: ModelName
  /** How many texts are weighed against each other. */
  readonly width: number
  /** The network that must first say which language it is. */
  readonly asks?: ModelName
}

const widths = { fast: 1, usual: 1, best: 5 } as const
const qualities = { live: 'fast', usual: 'usual', best: 'best' } as const

/** By quality, the first that is there; the last of a list is asked for when none is. */
const english = {
  fast: ['moonshine-tiny', 'whisper-base'],
  usual: ['whisper-base'],
  best: ['whisper-small', 'whisper-base'],
} as const satisfies Record<Quality, readonly ModelName[]>

const others = {
  fast: ['whisper-base'],
  usual: ['whisper-base'],
  best: ['whisper-small', 'whisper-base'],
} as const satisfies Record<Quality, readonly ModelName[]>

export function chooseModel(wanted: Wanted, isReady: (name: ModelName) => boolean): Choice {
  const quality = wanted.quality ?? qualities[wanted.effort]
  const width = widths[quality]
  if (wanted.name !== undefined) return { name: wanted.name, width }
  const inEnglish = wanted.language?.toLowerCase().split('-')[0] === 'en'
  const name = firstReady((inEnglish ? english : others)[quality], isReady)
  const quick = firstReady(english[quality], isReady)
  // Only where the answer could change the choice is it worth asking.
  const asks = wanted.language === undefined && quick === 'moonshine-tiny'
  if (!asks) return { name, width }
  return { name, width, asks: firstReady(['whisper-tiny', 'whisper-base'], isReady) }
}

function firstReady(names: readonly ModelName[], isReady: (name: ModelName) => boolean): ModelName {
  const [last = 'whisper-base'] = names.slice(-1)
  return names.find(isReady) ?? last
}
