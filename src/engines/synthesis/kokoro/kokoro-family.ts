import { join } from 'node:path'
import { joined } from '../../../media/sound/effects/effect.ts'
import type { VoiceFamily } from '../voice-family.ts'
import { melodyOf, sing } from './melody.ts'
import { openKokoroNetworks, type Score, samplesPerFrame } from './networks.ts'
import { phonemeIds } from './phoneme-ids.ts'
import { carefulFirst, cutIntoPieces, excerpt, quickFirst, type Stretch, spokenStretches } from './pieces.ts'
import { joinAtSeam, overlap, softenEnd, softenStart } from './seam.ts'
import { openStyles } from './styles.ts'

const rate = 24_000
/** Frames that a piece is sounded with on each side of a seam, because the network hears what is around. */
const surroundings = 12
/** Samples from the seam to where the next piece begins to be joined. */
const seamReach = 200

/** Kokoro-82M: the folder holds the network and the styles of its voices. */
export async function openKokoroFamily(folder: string, threads: number): Promise<VoiceFamily> {
  const styles = openStyles(join(folder, 'voices'))
  const networks = await openKokoroNetworks(join(folder, 'kokoro.onnx'), threads)

  async function* soundStretch(score: Score, pieces: readonly Stretch[], style: Float32Array) {
    let tail: Float32Array | undefined
    for (const [i, { from, to }] of pieces.entries()) {
      const isLast = i === pieces.length - 1
      const start = i === 0 ? from : Math.max(0, from - surroundings)
      const end = isLast ? to : Math.min(score.frames, to + surroundings)
      const whole = await networks.sound(excerpt(score, { from: start, to: end }), style)
      const own = whole.subarray((from - start) * samplesPerFrame - (tail ? seamReach : 0))
      const met = tail ? joinAtSeam(tail, own) : softenStart(own)
      if (isLast) {
        yield softenEnd(met)
        return
      }
      const kept = met.length - (end - to) * samplesPerFrame
      yield met.slice(0, kept)
      tail = met.slice(kept, kept + overlap)
    }
  }

  return {
    rate,
    async *speak(line, voice, delivery) {
      const ids = phonemeIds(line.phonemes)
      if (ids.length === 0) return
      const { style, shift, swing } = styles.of(voice, line.language, ids.length)
      const composed = await networks.compose(ids, style, delivery.speed)
      const score = sing(composed, {
        ...delivery,
        pitch: delivery.pitch + shift,
        swing: delivery.swing * swing,
      })
      const first = ['english', 'british'].includes(line.language) ? quickFirst : carefulFirst
      let isUrgent = delivery.isUrgent
      let last: Stretch | undefined
      for (const stretch of spokenStretches(score)) {
        // Silence costs as much as speech: it is put in, not sounded.
        const rest = last ? (stretch.from - last.to) * samplesPerFrame * delivery.pauses : 0
        let silence = new Float32Array(Math.round(rest))
        for await (const piece of soundStretch(score, cutIntoPieces(score, stretch, isUrgent, first), style)) {
          yield silence.length > 0 ? joined([silence, piece]) : piece
          silence = silence.subarray(0, 0)
        }
        isUrgent = false
        last = stretch
      }
    },
    async median(line, voice) {
      const ids = phonemeIds(line.phonemes)
      const { style } = styles.of(voice, line.language, ids.length)
      return melodyOf((await networks.compose(ids, style, 1)).pitch)?.median ?? voice.median
    },
    close: () => networks.close(),
  }
}
