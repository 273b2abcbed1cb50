import { readFileSync } from 'node:fs'
import type { Engine, TextEngine } from '../../core/engine.ts'
import { type ErrorCode, PlatformError } from '../../core/errors.ts'
import type { GenerationEvent, GenerationRequest, Message } from '../../core/generation.ts'
import { createScriptedRecognition, type RecognitionScript } from './scripted-recognition.ts'
import { createScriptedSpeech, type SpeechScript } from './speech.ts'

/** What a test wants to hear. The first reply whose `when` is in the last message is given; without `when`, any is. */
export interface Script {
  readonly replies: readonly ScriptedReply[]
  readonly sees?: TextEngine['sees']
  readonly inputTokens?: number
  /** What it does when it is to speak; without it, it speaks in tones. */
  readonly speech?: SpeechScript
  /** What it hears; without it, nothing. */
  readonly recognition?: RecognitionScript
}

export interface ScriptedReply {
  readonly when?: string
  /** Everything after `started`. */
  readonly events?: readonly ScriptedEvent[]
  /** Thrown before anything is said. */
  readonly refuse?: { readonly code: ErrorCode; readonly message: string }
  /** Says no more after its events, until it is cancelled. */
  readonly hang?: boolean
}

export type ScriptedEvent =
  | Exclude<GenerationEvent, { type: 'started' } | { type: 'failed' }>
  | { readonly type: 'failed'; readonly code: ErrorCode; readonly message: string }

/** The engine that tests drive: it says what its script says, and nothing that a model would. */
export function createScriptedEngine(script: Script): Engine & { readonly requests: GenerationRequest[] } {
  const requests: GenerationRequest[] = []
  const inputTokens = script.inputTokens ?? 10
  return {
    requests,
    text: {
      sees: script.sees ?? { image: false, video: false, audio: false },
      async *generate(request, signal) {
        requests.push(request)
        const said = lastText(request.messages)
        const reply = script.replies.find(({ when }) => when === undefined || said.includes(when))
        if (!reply) throw new PlatformError('internal_error', 'The script has no reply for this.')
        if (reply.refuse) throw new PlatformError(reply.refuse.code, reply.refuse.message)
        yield { type: 'started', model: request.model, inputTokens, cachedTokens: 0, ignored: [] }
        for (const event of reply.events ?? []) {
          signal.throwIfAborted()
          yield event.type === 'failed'
            ? { type: 'failed', error: new PlatformError(event.code, event.message) }
            : event
        }
        if (reply.hang) await aborted(signal)
      },
      countTokens: async () => inputTokens,
    },
    speech: createScriptedSpeech(script.speech),
    ...(script.recognition && { recognition: createScriptedRecognition(script.recognition) }),
    async close() {},
  }
}

export function loadScript(path: string): Script {
  return JSON.parse(readFileSync(path, 'utf8')) as Script
}

function lastText(messages: readonly Message[]): string {
  const last = messages.at(-1)
  if (!last) return ''
  if (last.role === 'system' || last.role === 'assistant') return last.text
  return last.parts.map(part => (part.type === 'text' ? part.text : '')).join('')
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    if (signal.aborted) reject(signal.reason)
  })
}
