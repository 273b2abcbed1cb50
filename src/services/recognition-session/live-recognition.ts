import type { Caller } from '../../core/keys.ts'
import type { RecognitionUsage } from '../recognition/transcription.ts'
import { recognitionSession } from './session.ts'
import type { SessionCommand, SessionEvent, SessionSettings } from './session-messages.ts'
import type { SessionParts } from './session-parts.ts'

export interface LiveRecognition {
  /** What a session of this model begins with. Throws where there can be none. */
  settingsFor(model?: string): SessionSettings
  open(
    caller: Caller,
    commands: AsyncIterable<SessionCommand>,
    settings: SessionSettings,
    signal: AbortSignal,
  ): AsyncGenerator<SessionEvent>
}

export interface LiveRecognitionParts extends Omit<SessionParts, 'onUsage' | 'clock'> {
  readonly clock?: SessionParts['clock']
  readonly onUsage: (caller: Caller, model: string, usage: RecognitionUsage) => void
}

const usualModel = 'svcaudio-2.5-asr-stream'

const realClock: SessionParts['clock'] = {
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

export function createLiveRecognition({ onUsage, clock = realClock, ...parts }: LiveRecognitionParts): LiveRecognition {
  return {
    settingsFor(model = usualModel) {
      parts.recogniserOf(model)
      const format = { type: 'pcm', rate: 16_000, kind: 's16', channels: 1 } as const
      return { format, model, rerun: false, figures: false }
    },
    open: (caller, commands, settings, signal) =>
      recognitionSession(
        commands,
        settings,
        { ...parts, clock, onUsage: (model, usage) => onUsage(caller, model, usage) },
        signal,
      ),
  }
}
