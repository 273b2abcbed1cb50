import { PlatformError } from '../../core/errors.ts'
import type { Caller } from '../../core/keys.ts'
import type { Sound } from '../../core/sound.ts'
import type { Pronunciation, SpeechEngine, SpeechRequest, SpeechVoice } from '../../core/speech.ts'
import type { SoundFormat, SoundStudio } from '../../media/sound/studio/studio.ts'
import type { Models } from '../models.ts'
import { joinPassages } from './join-passages.ts'
import { passagesOf } from './passages.ts'
import { seedOf } from './seed.ts'
import { createSoundMemory } from './sound-memory.ts'
import { assertAccepted, takesDirections } from './speech-models.ts'
import type { VoiceLabel } from './voice-labels.ts'

export interface SpeechOrder {
  readonly model: string
  readonly input: string
  readonly voice: string
  readonly speed: number
  readonly label?: VoiceLabel
  readonly instruction?: string
  readonly pronunciations: readonly Pronunciation[]
  readonly isMarkdown: boolean
}

export interface SoundOrder {
  readonly format: SoundFormat
  readonly rate: number
  readonly volume: number
}

export interface Speech {
  /** The sound itself, as it is made. Throws before the first piece what is wrong with the order. */
  speak(caller: Caller, order: SpeechOrder, signal: AbortSignal): AsyncIterable<Sound>
  /** The bytes of a file. Resolves when the first are there: until then a failure is thrown by this, afterwards by the bytes. */
  start(caller: Caller, order: SpeechOrder, sound: SoundOrder, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>
}

export interface SpeechParts {
  readonly models: Models
  /** Undefined when nothing serves that model. */
  readonly engineOf: (model: string) => SpeechEngine | undefined
  /** The voice of that id, if that project may use it. */
  readonly voiceOf: (projectId: string, id: string, engine: SpeechEngine) => Promise<SpeechVoice>
  readonly studio: SoundStudio
  /** Told once of each text that begins to be spoken. */
  readonly onUsage: (caller: Caller, model: string, characters: number) => void
}

/** Some minutes of sound at 24000 samples a second. */
const memoryBytes = 64 * 1024 * 1024

export function createSpeech({ models, engineOf, voiceOf, studio, onUsage }: SpeechParts): Speech {
  const memory = createSoundMemory(memoryBytes)

  function engineFor(model: string): SpeechEngine {
    assertAccepted(models.get(model).capability === 'speech', 'model', `"${model}" does not speak; use a speech model.`)
    const engine = engineOf(model)
    if (engine) return engine
    throw new PlatformError(
      'service_unavailable',
      `Nothing serves "${model}" yet: name an engine for it in medley.yaml.`,
    )
  }

  async function* speak(caller: Caller, order: SpeechOrder, signal: AbortSignal): AsyncGenerator<Sound> {
    signal.throwIfAborted()
    const { model, speed, pronunciations } = order
    const engine = engineFor(model)
    const passages = passagesOf({ ...order, hasDirections: takesDirections(model) })
    const voice = await voiceOf(caller.projectId, order.voice, engine)
    assertLabelled(order, voice)

    // The engine ends with its reader, whyever that leaves.
    const own = new AbortController()
    const leave = () => own.abort(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    const speakers = passages.map(({ text, manner }) => () => {
      const seed = seedOf(model, voice.id, text)
      const request: SpeechRequest = { model, text, voice, speed, manner, pronunciations, seed }
      // Engines differ in what they make of a request; its words are all that they see of it.
      return memory.recall(JSON.stringify(request), () => engine.speak(request, own.signal))
    })
    let hasBegun = false
    try {
      for await (const sound of joinPassages(speakers)) {
        if (!hasBegun) onUsage(caller, model, [...order.input].length)
        hasBegun = true
        own.signal.throwIfAborted()
        yield sound
      }
    } finally {
      signal.removeEventListener('abort', leave)
      own.abort(noLongerWanted)
    }
  }

  return {
    speak,
    async start(caller, order, { format, rate, volume }, signal) {
      const bytes = studio
        .encode(speak(caller, order, signal), { format, rate, volume, signal })
        [Symbol.asyncIterator]()
      const first = await bytes.next()
      if (first.done) throw new Error('an engine said nothing')
      return withFirst(first.value, bytes)
    },
  }
}

/** Made once: an abort without a reason makes one with a stack each time. */
const noLongerWanted = new Error('the rest is not wanted')

/** Cloned voices of the older models are told how to speak with each request. */
function assertLabelled({ model, label }: SpeechOrder, voice: SpeechVoice): void {
  const isNeeded = voice.kind === 'cloned' && !takesDirections(model)
  const message = `"voice_label" is required for a cloned voice with "${model}": one of language, emotion or style.`
  assertAccepted(!isNeeded || label !== undefined, 'voice_label', message)
}

async function* withFirst<T>(first: T, rest: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    yield first
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}
