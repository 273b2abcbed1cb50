import type { ClonedVoice } from '../../core/voices.ts'

/** Gets engines ready for voices that were just made. Nobody waits for it, and nothing that goes wrong with it matters. */
export interface PrepareVoices {
  begin(voice: ClonedVoice): void
  /** It was deleted. */
  forget(id: string): void
  close(): Promise<void>
}

export interface PrepareVoicesParts {
  readonly prepare: (voice: ClonedVoice, signal: AbortSignal) => Promise<void>
  readonly onError: (error: unknown, voiceId: string) => void
  /** How many may wait; those beyond are learnt when they are first used. */
  readonly mostWaiting?: number
  readonly timeoutMs?: number
}

export function createPrepareVoices(parts: PrepareVoicesParts): PrepareVoices {
  const { prepare, onError, mostWaiting = 16, timeoutMs = 10 * 60_000 } = parts
  const waiting: ClonedVoice[] = []
  let current: { readonly id: string; readonly leaving: AbortController } | undefined
  let working: Promise<void> | undefined
  let isClosed = false

  async function work(): Promise<void> {
    for (let voice = waiting.shift(); voice; voice = waiting.shift()) {
      const leaving = new AbortController()
      current = { id: voice.id, leaving }
      try {
        await prepare(voice, AbortSignal.any([leaving.signal, AbortSignal.timeout(timeoutMs)]))
      } catch (error) {
        if (!leaving.signal.aborted) onError(error, voice.id)
      }
      current = undefined
    }
    working = undefined
  }

  return {
    begin(voice) {
      if (isClosed || waiting.length >= mostWaiting) return
      waiting.push(voice)
      working ??= work()
    },
    forget(id) {
      const place = waiting.findIndex(voice => voice.id === id)
      if (place >= 0) waiting.splice(place, 1)
      if (current?.id === id) current.leaving.abort()
    },
    async close() {
      isClosed = true
      waiting.length = 0
      current?.leaving.abort()
      await working
    },
  }
}
