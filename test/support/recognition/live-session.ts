import type { RecognitionEngine } from '../../../src/core/recognition.ts'
import { openLiveSound } from '../../../src/media/live-sound/live-sound.ts'
import { createOpusDecoder } from '../../../src/media/live-sound/opus-decoder.ts'
import type { WriteFigures } from '../../../src/services/recognition/transcription.ts'
import { recognitionSession } from '../../../src/services/recognition-session/session.ts'
import type {
  SessionCommand,
  SessionEvent,
  SessionSettings,
} from '../../../src/services/recognition-session/session-messages.ts'
import { createLoudnessDetector } from './loudness-detector.ts'
import { pcm16 } from './tones.ts'
import { VirtualClock } from './virtual-clock.ts'

export const plainSettings: SessionSettings = {
  format: { type: 'pcm', rate: 16_000, kind: 's16', channels: 1 },
  model: 'svcaudio-2.5-asr-stream',
  rerun: false,
  figures: false,
}

export type TimedEvent = SessionEvent & { readonly time: number }
export type Delta = Extract<TimedEvent, { type: 'delta' }>
export type Completed = Extract<TimedEvent, { type: 'completed' }>

/** A session on a virtual clock, with everything that it says. */
export function openSession(
  engineOf: (clock: VirtualClock) => RecognitionEngine,
  settings: Partial<SessionSettings> = {},
  { writeFigures = words => words }: { writeFigures?: WriteFigures } = {},
) {
  const clock = new VirtualClock()
  const engine = engineOf(clock)
  const detector = createLoudnessDetector()
  const opus = createOpusDecoder()
  const leaving = new AbortController()
  const commands = createPipe<SessionCommand>()
  const events: TimedEvent[] = []
  const errors: unknown[] = []
  const usages: { model: string; inputTokens: number; outputTokens: number }[] = []
  let items = 0
  const stream = recognitionSession(
    commands.read(),
    { ...plainSettings, ...settings },
    {
      recogniserOf: () => engine,
      detector,
      openSound: format => openLiveSound(format, opus),
      writeFigures,
      newItemId: () => `item_${++items}`,
      clock,
      onUsage: (model, usage) => usages.push({ model, ...usage }),
      onError: error => errors.push(error),
    },
    leaving.signal,
  )
  const over = (async () => {
    for await (const event of stream) events.push({ ...event, time: clock.now })
  })()

  return {
    clock,
    detector,
    events,
    errors,
    usages,
    over,
    leave: () => leaving.abort(new Error('gone')),
    send: commands.push,
    end: commands.end,
    append: (audio: Uint8Array, eventId = 'e') => commands.push({ type: 'append', eventId, audio }),
    commit: (eventId = 'c') => commands.push({ type: 'commit', eventId }),
    /** As a microphone would: so much at a time, in its time. */
    async play(sound: Float32Array, pieceMs = 100): Promise<void> {
      const size = pieceMs * 16
      for (let at = 0; at < sound.length; at += size) {
        commands.push({ type: 'append', eventId: 'e', audio: pcm16(sound.subarray(at, at + size)) })
        await clock.advance(pieceMs)
      }
    },
    deltas: () => events.filter((event): event is Delta => event.type === 'delta'),
    completed: () => events.filter((event): event is Completed => event.type === 'completed'),
    failures: () => events.flatMap(event => (event.type === 'error' ? [event.failure] : [])),
  }
}

export type OpenSession = ReturnType<typeof openSession>

function createPipe<T>() {
  const waiting: T[] = []
  let wake = () => {}
  let isOver = false
  return {
    push(item: T) {
      waiting.push(item)
      wake()
    },
    end() {
      isOver = true
      wake()
    },
    async *read(): AsyncGenerator<T> {
      for (;;) {
        const next = waiting.shift()
        if (next !== undefined) yield next
        else if (isOver) return
        else {
          await new Promise<void>(resolve => {
            wake = resolve
          })
        }
      }
    },
  }
}
