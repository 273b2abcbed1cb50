import type { MannerChange } from './manner-change.ts'

/** What a mood or a style does to a voice. */
export const moods = {
  happy: { pace: 1.05, pitch: 1, swing: 1.25, brightness: 1.5 },
  'very happy': { pace: 1.1, pitch: 2, swing: 1.5, gain: 1, brightness: 2.5 },
  sad: { pace: 0.85, pitch: -1.5, swing: 0.7, gain: -2, pauses: 1.3, brightness: -2 },
  angry: { pace: 1.08, pitch: 0.5, swing: 1.3, gain: 3, pauses: 0.8, brightness: 2 },
  'very angry': { pace: 1.15, pitch: 1.5, swing: 1.6, gain: 5, pauses: 0.7, brightness: 3 },
  coquettish: { pace: 0.95, pitch: 2.5, swing: 1.45, brightness: 1 },
  fearful: { pace: 1.1, pitch: 1.5, swing: 1.1, gain: -1, tremble: 0.6 },
  surprised: { pace: 1.05, pitch: 2.5, swing: 1.6, gain: 1 },
  excited: { pace: 1.15, pitch: 2, swing: 1.5, gain: 2, brightness: 2 },
  admiring: { pace: 0.95, pitch: 0.8, swing: 1.3 },
  confused: { pace: 0.9, pitch: 0.8, swing: 1.2, pauses: 1.3 },
  slow: { pace: 0.8 },
  'very slow': { pace: 0.6, pauses: 1.2 },
  fast: { pace: 1.25 },
  'very fast': { pace: 1.55, pauses: 0.8 },
  indifferent: { pace: 0.97, pitch: -0.5, swing: 0.4, gain: -1 },
  awkward: { pace: 0.9, swing: 0.8, gain: -1, pauses: 1.4, tremble: 0.1 },
  depressed: { pace: 0.8, pitch: -2, swing: 0.5, gain: -3, pauses: 1.4, brightness: -3 },
  proud: { pace: 0.95, pitch: 0.5, swing: 1.2, gain: 1.5 },
  gentle: { pace: 0.92, pitch: 0.3, swing: 0.85, gain: -2.5, brightness: -1.5 },
  sweet: { pace: 0.97, pitch: 2, swing: 1.2, gain: -1, brightness: 0.5 },
  hearty: { pace: 1.08, pitch: -1, swing: 1.35, gain: 3, brightness: 1 },
  serious: { pace: 0.93, pitch: -1, swing: 0.6 },
  arrogant: { pace: 0.9, pitch: 0.3, swing: 1.25, gain: 0.5 },
  elderly: { pace: 0.8, pitch: -2, swing: 0.85, pauses: 1.2, tremble: 0.5, brightness: -3 },
  shouting: { pace: 1.05, pitch: 3, swing: 1.3, gain: 6, brightness: 4 },
  sarcastic: { pace: 0.88, pitch: 0.7, swing: 1.7 },
  stuttering: { pace: 0.92, pauses: 1.3, stutter: 0.7 },
} as const satisfies Record<string, MannerChange>

export type Mood = keyof typeof moods
