import type { Recognised, RecognitionEngine, RecognitionRequest } from '../../../core/recognition.ts'
import { AttemptFailure, garbage } from '../attempt-failure.ts'
import { findServer, type Servers } from '../find-server.ts'
import type { Upstream } from '../upstream.ts'
import { readTranscript } from './read-transcript.ts'
import { askForTranscript } from './recognition-attempt.ts'
import { type Detail, recognitionForm } from './recognition-form.ts'

export interface RecognitionParts {
  readonly site: Servers & { readonly upstreamModel: string; readonly key: string | undefined }
}

/** What is asked for when a server refuses the former. */
const less: Readonly<Record<Detail, Detail | undefined>> = { words: 'segments', segments: 'text', text: undefined }

/** Servers that recognise speech. */
export function createRecognitionEngine({ site }: RecognitionParts): RecognitionEngine {
  /** The most that each server has been found to tell. */
  const details = new WeakMap<Upstream, Detail>()

  async function ask(
    upstream: Upstream,
    request: RecognitionRequest,
    deadline: number,
    signal: AbortSignal,
  ): Promise<Recognised> {
    const { model, key, timeoutSeconds, upstreamModel, now } = site
    for (let detail = details.get(upstream) ?? 'words'; ; ) {
      const form = recognitionForm(request, upstreamModel, detail)
      const leftMs = Math.max(1, deadline - now())
      try {
        const answer = await askForTranscript(upstream, { model, key, form, timeoutSeconds, leftMs, signal })
        const transcript = read(answer, request, model)
        details.set(upstream, detail)
        return transcript
      } catch (failure) {
        const next = less[detail]
        if (!next || !mayMindDetail(failure, details.has(upstream))) throw failure
        detail = next
      }
    }
  }

  return {
    async recognise(request, signal) {
      signal.throwIfAborted()
      if (request.samples.length === 0) return { text: '', language: request.language ?? 'en', words: [] }
      // No server is better than another for a stretch: they take turns.
      const search = { hash: () => Math.floor(Math.random() * 2 ** 32), signal }
      return findServer(site, search, (upstream, deadline) => ask(upstream, request, deadline, signal))
    },
  }
}

function read(answer: unknown, { samples, language }: RecognitionRequest, model: string): Recognised {
  try {
    return readTranscript(answer, samples.length / 16_000, language)
  } catch (error) {
    throw garbage(model, error)
  }
}

/** A server that has never answered may mind what it is asked for, and not say so. */
function mayMindDetail(failure: unknown, hasAnswered: boolean): boolean {
  if (!(failure instanceof AttemptFailure) || !failure.refusal) return false
  const { status, message, param } = failure.refusal
  if (status !== 400 && status !== 422) return false
  return !hasAnswered || /response_format|timestamp|verbose/i.test(`${message} ${param}`)
}
