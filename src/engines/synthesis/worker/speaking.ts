import type { Manner } from '../../../core/speech.ts'
import { chain } from '../../../media/sound/effects/effect.ts'
import { createMannerEffect } from '../../../media/sound/effects/manner.ts'
import { createSize, forSize } from '../clone/size.ts'
import { createTone } from '../clone/tone.ts'
import type { SpeechJob } from '../protocol.ts'
import type { SpeakingVoice } from '../recipes.ts'
import { joinShort } from '../text/join-short.ts'
import { loadTextFrontEnd, type SpeakableOptions, speakable } from '../text/speakable.ts'
import { withStutter } from '../text/stutter.ts'
import type { Delivery, VoiceFamily } from '../voice-family.ts'

/** How fast the network itself may be asked to speak; what goes beyond is done to its sound. */
const [slowest, fastest] = [0.7, 1.35]
/** Said when there is nothing to say. */
const silenceSeconds = 0.3

/** One request as pieces of sound, clause by clause. */
export async function* speak(job: SpeechJob, voice: SpeakingVoice, family: VoiceFamily): AsyncGenerator<Float32Array> {
  const { manner } = job
  const pace = job.speed * manner.pace * (voice.recipe.pace ?? 1)
  const speed = Math.min(fastest, Math.max(slowest, pace))
  const { size = 1 } = voice.recipe
  const effect = chain([
    ...(size === 1 ? [] : [createSize(size)]),
    ...(voice.recipe.tone ? [createTone(voice.recipe.tone, family.rate)] : []),
    createMannerEffect({ pace: pace / speed, ...finish(manner, voice.gain) }, family.rate),
  ])
  const delivery = forSize({ ...deliveryOf(manner), speed, isUrgent: true }, size)
  const text = withStutter(job.text, manner.stutter, job.seed)
  const reading = readingOf(job, voice)
  await loadTextFrontEnd(text, reading)
  let pause = 0
  let isUrgent = true
  for (const utterance of joinShort(speakable(text, reading))) {
    for await (const piece of family.speak(utterance, voice.recipe, { ...delivery, isUrgent })) {
      yield effect.push(isUrgent ? piece : afterPause(piece, pause))
      pause = 0
      isUrgent = false
    }
    // The stretching that follows changes the pauses, too.
    pause = Math.round((utterance.pause * manner.pauses * family.rate) / delivery.speed)
  }
  yield effect.push(isUrgent ? new Float32Array(silenceSeconds * family.rate) : new Float32Array(0))
  yield effect.end()
}

function readingOf({ manner, pronunciations }: SpeechJob, voice: SpeakingVoice): SpeakableOptions {
  return {
    voiceLanguage: voice.language,
    pronunciations,
    ...(voice.accent ? { accent: voice.accent } : {}),
    ...(manner.language ? { language: manner.language } : {}),
  }
}

function deliveryOf({ pitch, swing, tremble, pauses, whisper }: Manner): Omit<Delivery, 'speed' | 'isUrgent'> {
  return { pitch, swing, tremble, pauses, isWhispered: isWhispered(whisper) }
}

/** What the network can't do by itself. */
function finish({ gain, whisper, brightness }: Manner, own = 0): Pick<Manner, 'gain' | 'whisper' | 'brightness'> {
  return { gain: gain + own, brightness, whisper: isWhispered(whisper) ? 0 : whisper }
}

/** The network whispers by itself, but not by halves. */
function isWhispered(whisper: number): boolean {
  return whisper >= 0.5
}

function afterPause(piece: Float32Array, samples: number): Float32Array {
  if (samples === 0) return piece
  const whole = new Float32Array(samples + piece.length)
  whole.set(piece, samples)
  return whole
}
