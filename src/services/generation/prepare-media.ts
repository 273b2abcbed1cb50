import type { TextEngine } from '../../core/engine.ts'
import { invalid } from '../../core/errors.ts'
import type { GenerationRequest, Message, UserPart } from '../../core/generation.ts'
import { base64Bytes } from '../../media/base64.ts'
import { createTurns } from '../../media/turns.ts'

export type MediaPart = Exclude<UserPart, { type: 'text' }>

/** Fetches, checks and scales one part; the result holds its bytes. */
export type PreparePart = (part: MediaPart, signal: AbortSignal) => Promise<MediaPart>

export interface MediaLimits {
  readonly parts: number
  /** Of all parts together, once they are prepared. */
  readonly bytes: number
  readonly atOnce: number
}

const usual: MediaLimits = { parts: 64, bytes: 256 * 1024 * 1024, atOnce: 4 }

/** Conversations of text alone pass untouched. What the engine can't take in is refused by the name of its field. */
export function createPrepareMedia(preparePart: PreparePart, limits: MediaLimits = usual) {
  // The choices of one request share its messages and its signal, and what is prepared for the first.
  const shared = new WeakMap<readonly Message[], { signal: AbortSignal; prepared: Promise<Message[]> }>()

  async function prepareAll(messages: readonly Message[], leaving: AbortSignal): Promise<Message[]> {
    const failed = new AbortController()
    const signal = AbortSignal.any([leaving, failed.signal])
    const turns = createTurns(limits.atOnce)
    let bytes = 0
    const prepare = async (part: MediaPart): Promise<MediaPart> => {
      try {
        const prepared = await preparePart(part, signal)
        bytes += prepared.source.kind === 'base64' ? base64Bytes(prepared.source.data) : 0
        if (bytes > limits.bytes) throw invalid(part.param, tooMuch(part.param, `${limits.bytes} bytes`))
        return prepared
      } catch (error) {
        // One bad part refuses the request: the others, begun or not, end with the same error.
        failed.abort(error)
        throw error
      }
    }
    const inTurn = (part: UserPart) => (isMedia(part) ? turns.take(() => prepare(part), signal) : part)
    return Promise.all(
      messages.map(async message =>
        'parts' in message ? { ...message, parts: await Promise.all(message.parts.map(inTurn)) } : message,
      ),
    )
  }

  return async (request: GenerationRequest, engine: TextEngine, signal: AbortSignal): Promise<GenerationRequest> => {
    const { messages } = request
    const media = messages.flatMap(message => ('parts' in message ? message.parts.filter(isMedia) : []))
    if (media.length === 0) return request
    assertTakeable(media, request.model, engine.sees, limits)

    let sharing = shared.get(messages)
    if (sharing?.signal !== signal) {
      sharing = { signal, prepared: prepareAll(messages, signal) }
      shared.set(messages, sharing)
    }
    return { ...request, messages: await sharing.prepared }
  }
}

function isMedia(part: UserPart): part is MediaPart {
  return part.type !== 'text'
}

function assertTakeable(media: readonly MediaPart[], model: string, sees: TextEngine['sees'], limits: MediaLimits) {
  const unseen = media.find(({ type }) => !sees[type])
  if (unseen) {
    throw invalid(unseen.param, `"${unseen.param}": the engine behind "${model}" takes no ${unseen.type}.`)
  }
  const excess = media[limits.parts]
  if (excess) throw invalid(excess.param, tooMuch(excess.param, `${limits.parts} of them`))
}

function tooMuch(param: string, most: string): string {
  return `"${param}": the pictures, videos and recordings of one request are too many; accepted: at most ${most} together.`
}
