import { detectorFrame } from '../../core/detector.ts'

const rate = 16_000

function make(seconds: number, sample: (time: number, index: number) => number): Float32Array {
  const length = Math.floor((seconds * rate) / detectorFrame) * detectorFrame
  return Float32Array.from({ length }, (_, i) => sample(i / rate, i))
}

/** Numbers that look random and are the same each time. */
function dice(): () => number {
  let state = 12_345
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x3fffffff - 1
  }
}

export function silence(seconds: number): Float32Array {
  return make(seconds, () => 0)
}

export function noise(seconds: number): Float32Array {
  const random = dice()
  return make(seconds, () => 0.1 * random())
}

/** A chord of steady tones. */
export function music(seconds: number): Float32Array {
  const tones = [261.6, 329.6, 392, 523.2]
  return make(seconds, time => tones.reduce((sum, tone) => sum + 0.08 * Math.sin(2 * Math.PI * tone * time), 0))
}

const vowelFormants = [
  [730, 1090, 2440],
  [270, 2290, 3010],
  [570, 840, 2410],
  [530, 1840, 2480],
  [300, 870, 2240],
] as const

/** Syllables: pulses of a throat whose pitch falls, through the resonances of changing vowels, with short pauses. */
export function vowels(seconds: number): Float32Array {
  const resonators = [0, 1, 2].map(() => ({ before: 0, last: 0 }))
  let phase = 0
  return make(seconds, time => {
    const syllable = Math.floor(time / 0.22)
    const within = (time % 0.22) / 0.22
    const pitch = 130 + 25 * Math.sin(2 * Math.PI * 0.7 * time) - 20 * within
    phase += pitch / rate
    let pulse = 0
    if (phase >= 1) {
      phase -= 1
      pulse = 1
    }
    const formants = vowelFormants[syllable % vowelFormants.length] ?? vowelFormants[0]
    const loudness = within < 0.85 ? Math.sin((Math.PI * within) / 0.85) : 0
    return resonators.reduce((sum, resonator, place) => {
      const angle = (2 * Math.PI * (formants[place] ?? 500)) / rate
      const decay = Math.exp((-Math.PI * (60 + 30 * place)) / rate)
      const value = pulse * loudness + 2 * decay * Math.cos(angle) * resonator.last - decay * decay * resonator.before
      resonator.before = resonator.last
      resonator.last = value
      return sum + (0.15 / (place + 1)) * value
    }, 0)
  })
}
