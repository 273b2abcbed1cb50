import { Buffer } from 'node:buffer'
import type { PlatformError } from '../../core/errors.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { createCheck } from '../../http/validation.ts'
import type { SessionCommand, SessionSettings } from '../../services/recognition-session/session-messages.ts'
import { readFormat } from './read-format.ts'
import { type AudioInput, ClientMessage } from './schema.ts'

const check = createCheck(ClientMessage, 'body')
const accepted = ['session.update', 'input_audio_buffer.append', 'input_audio_buffer.commit']
const mostAudioBytes = 15 * 1024 * 1024

/** One message as a command; what is wrong with it is a command too, so that it is answered in its turn. */
export function readMessage(text: string): SessionCommand {
  const message = parse(text)
  if (message === undefined)
    return mistake('invalid_value', 'The message is not valid JSON; send one JSON object a message.')
  const { event_id, type } = message
  const about = typeof event_id === 'string' ? { eventId: event_id.slice(0, 512) } : {}
  if (type === undefined) {
    return { ...mistake('missing_param', `"type" is required; accepted: ${accepted.join(', ')}.`, 'type'), ...about }
  }
  if (typeof type !== 'string' || !accepted.includes(type)) {
    const sent = JSON.stringify(type)?.slice(0, 60)
    return {
      ...mistake('invalid_value', `"type" can't be ${sent}; accepted: ${accepted.join(', ')}.`, 'type'),
      ...about,
    }
  }
  const checked = check(message)
  if ('error' in checked) return { ...violation(checked.error), ...about }
  return { ...about, ...command(checked.value as ClientMessage) }
}

function command(message: ClientMessage): SessionCommand {
  switch (message.type) {
    case 'session.update': {
      const input = message.session.audio?.input
      return { type: 'update', change: settings => (input ? changed(settings, input) : settings) }
    }
    case 'input_audio_buffer.append':
      return append(message.audio)
    case 'input_audio_buffer.commit':
      return { type: 'commit' }
  }
}

function append(audio: string): SessionCommand {
  if ((audio.length / 4) * 3 > mostAudioBytes + 3) {
    return mistake('invalid_value', '"audio" holds more than 15 MB; send it in smaller pieces.', 'audio')
  }
  const bytes = Buffer.from(audio, 'base64')
  // The platform's decoder skips what it does not know: then there are fewer bytes than there should be.
  const padding = audio.endsWith('==') ? 2 : audio.endsWith('=') ? 1 : 0
  const expected = Math.floor(((audio.length - padding) * 3) / 4)
  if (bytes.length !== expected || audio.length % 4 === 1)
    return mistake('invalid_value', '"audio" is not valid base64.', 'audio')
  return { type: 'append', audio: bytes }
}

/** What is not given stays as it was; null takes it back. */
function changed(settings: SessionSettings, input: AudioInput): SessionSettings {
  const { format, transcription: said, turn_detection: turns } = input
  const { language, prompt, turns: before, ...rest } = settings
  return {
    ...rest,
    ...(format && { format: readFormat(format) }),
    ...omitUndefined({
      model: said?.model ?? undefined,
      rerun: said?.full_rerun_on_commit ?? undefined,
      figures: said?.enable_itn ?? undefined,
      language: said?.language === undefined ? language : readLanguage(said.language),
      prompt: said?.prompt === undefined ? prompt : (said.prompt ?? undefined),
      turns: turns === undefined ? before : turns === null ? undefined : readTurns(turns),
    }),
  }
}

function readTurns(turns: NonNullable<AudioInput['turn_detection']>) {
  return { threshold: turns.threshold ?? 0.5, silenceMs: turns.silence_duration_ms ?? 500 }
}

function readLanguage(language: string | null): string | undefined {
  return language === null || language === '' || language === 'auto' ? undefined : language
}

function parse(text: string): { event_id?: unknown; type?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

function violation(error: PlatformError): SessionCommand {
  const isMissing = / is required/.test(error.message)
  return mistake(isMissing ? 'missing_param' : 'invalid_value', error.message, error.param)
}

function mistake(code: 'invalid_value' | 'missing_param', message: string, param?: string): SessionCommand {
  return { type: 'mistake', mistake: { code, message, ...(param !== undefined && { param }) } }
}
