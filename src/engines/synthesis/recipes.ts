import type { VoiceRecipe } from './voice-family.ts'

export interface SpeakingVoice {
  /** The language that it is at home in. */
  readonly language: 'english' | 'mandarin'
  readonly accent?: 'american' | 'british'
  readonly recipe: VoiceRecipe
  /** Decibels that make it as loud as the others. */
  readonly gain?: number
}

/** The system's voices, made of Kokoro's. */
export const recipes: Readonly<Record<string, SpeakingVoice>> = {
  'elegantgentle-female': {
    language: 'mandarin',
    recipe: { mix: { zf_xiaoxiao: 0.8, af_heart: 0.2 }, shift: -1, swing: 0.95, median: 239, pace: 0.9 },
    gain: -3.5,
  },
  'lively-girl': {
    language: 'english',
    recipe: { mix: { af_bella: 0.6, af_heart: 0.4 }, shift: 1.5, swing: 1.15, median: 213 },
    gain: 2.4,
  },
  'livelybreezy-female': {
    language: 'mandarin',
    recipe: { mix: { zf_xiaobei: 0.7, zf_xiaoyi: 0.3 }, shift: 1, swing: 1.05, median: 280 },
    gain: -0.5,
  },
  'magnetic-voiced-male': {
    language: 'english',
    recipe: { mix: { am_onyx: 0.5, am_michael: 0.5 }, shift: -1, swing: 1, median: 98 },
    gain: 1,
  },
  'soft-spoken-gentleman': {
    language: 'english',
    accent: 'british',
    recipe: { mix: { bm_george: 0.7, bm_lewis: 0.3 }, shift: 0.5, swing: 0.9, median: 143 },
    gain: 0.4,
  },
  'vibrant-youth': {
    language: 'english',
    recipe: { mix: { am_puck: 0.6, am_fenrir: 0.4 }, shift: 0, swing: 1.1, median: 156 },
    gain: -3.4,
  },
  zixinnansheng: {
    language: 'mandarin',
    recipe: { mix: { zm_yunxi: 0.6, zm_yunyang: 0.4 }, shift: -1, swing: 1.05, median: 170 },
    gain: 3.3,
  },
}
