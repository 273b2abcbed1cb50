import type {
  LiveWord,
  SessionEvent,
  SessionFailure,
  SessionSettings,
} from '../../services/recognition-session/session-messages.ts'
import { writeFormat } from './read-format.ts'

export interface MessageHead {
  readonly sessionId: string
  readonly newEventId: () => string
  readonly now: () => number
}

type Body = { readonly type: string } & Readonly<Record<string, unknown>>

export function writeEvent(event: SessionEvent, head: MessageHead): string {
  return dressed(bodyOf(event), head)
}

export function writeError(
  failure: Omit<SessionFailure, 'code'> & { readonly code: string },
  head: MessageHead,
): string {
  return dressed(errorOf(failure), head)
}

function dressed(body: Body, { sessionId, newEventId, now }: MessageHead): string {
  return JSON.stringify({ event_id: newEventId(), ...body, meta: { session_id: sessionId, timestamp: now() } })
}

function bodyOf(event: SessionEvent): Body {
  switch (event.type) {
    case 'created':
    case 'updated':
      return { type: `session.${event.type}`, session: writeSettings(event.settings) }
    case 'speech-started':
      return { type: 'input_audio_buffer.speech_started', audio_start_ms: ms(event.at), item_id: event.itemId }
    case 'speech-stopped':
      return {
        type: 'input_audio_buffer.speech_stopped',
        audio_start_ms: ms(event.startedAt),
        audio_end_ms: ms(event.at),
        item_id: event.itemId,
      }
    case 'committed':
      return {
        type: 'input_audio_buffer.committed',
        item_id: event.itemId,
        previous_item_id: event.previousItemId ?? null,
      }
    case 'item-created':
      return {
        type: 'conversation.item.created',
        previous_item_id: event.previousItemId ?? null,
        item: {
          id: event.itemId,
          object: 'realtime.item',
          type: 'message',
          status: 'in_progress',
          role: 'user',
          content: [{ type: 'input_audio' }],
        },
      }
    case 'delta':
      return {
        type: 'conversation.item.input_audio_transcription.delta',
        item_id: event.itemId,
        content_index: 0,
        text: event.text,
        stash: event.stash,
        language: event.language,
        words: event.words.map(writeWord),
      }
    case 'completed':
      return {
        type: 'conversation.item.input_audio_transcription.completed',
        item_id: event.itemId,
        content_index: 0,
        transcript: event.transcript,
        language: event.language,
        words: event.words.map(writeWord),
        reason: event.reason,
        usage: {
          prompt_tokens: event.usage.inputTokens,
          completion_tokens: event.usage.outputTokens,
          total_tokens: event.usage.inputTokens + event.usage.outputTokens,
        },
      }
    case 'error':
      return errorOf(event.failure)
  }
}

function errorOf({
  type,
  code,
  message,
  param,
  eventId,
}: Omit<SessionFailure, 'code'> & { readonly code: string }): Body {
  return { type: 'error', error: { type, code, message, param: wireName(param), event_id: eventId ?? null } }
}

/** The model is the one thing that is looked up further inside, under a shorter name. */
function wireName(param: string | undefined): string | null {
  return param === 'model' ? 'session.audio.input.transcription.model' : (param ?? null)
}

function writeSettings({ format, model, language, prompt, rerun, figures, turns }: SessionSettings) {
  return {
    audio: {
      input: {
        format: writeFormat(format),
        transcription: {
          model,
          language: language ?? 'auto',
          prompt: prompt ?? '',
          full_rerun_on_commit: rerun,
          enable_itn: figures,
        },
        turn_detection: turns
          ? { type: 'server_vad', silence_duration_ms: turns.silenceMs, threshold: turns.threshold }
          : null,
      },
    },
  }
}

function writeWord({ word, start, end, final }: LiveWord) {
  return { word, start: thousandths(start), end: thousandths(end), final }
}

/** Rounded the same way everywhere: what follows in time still follows. */
function thousandths(seconds: number): number {
  return Math.floor(seconds * 1000 + 1e-6) / 1000
}

function ms(seconds: number): number {
  return Math.round(seconds * 1000)
}
