import type { TextEngine } from '../../core/engine.ts'
import { invalid } from '../../core/errors.ts'
import type { GenerationRequest, Message, UserPart } from '../../core/generation.ts'
import { base64Bytes } from '../../media/base64.ts'
import { createTurns } from '../../media/turns.ts'

export type MediaPart = Exclude<UserPart, { type: 'text' }>

/** Fetches, checks and scales one part; the result holds its bytes. */
export type PreparePart = (part: MediaPart, signal: AbortSignal) => Promise<MediaPart>

/** Fetches and checks one part and puts it into words, for an engine that can't take it as it is: one of `among` such parts. */
export type Perceive = (part: MediaPart, among: number, signal: AbortSignal) => Promise<UserPart>

export interface MediaLimits {
  readonly parts: number
  /** Of all parts together, once they are prepared. */
  readonly bytes: number
  readonly atOnce: number
}

const all = { image: true, video: true, audio: true }
const usual: MediaLimits = { parts: 64, bytes: 256 * 1024 * 1024, atOnce: 4 }

/**
 * Conversations of text alone pass untouched. What the engine can't take in is put into words for it, or refused by the
 * name of its field where nobody can do that.
 */
export function createPrepareMedia(preparePart: PreparePart, perceive?: Perceive, limits: MediaLimits = usual) {
  // The choices of one request share its messages and its signal, and what is prepared for the first.
  const shared = new WeakMap<readonly Message[], { signal: AbortSignal; prepared: Promise<Message[]> }>()

  async function prepareAll(
    messages: readonly Message[],
    sees: TextEngine['sees'],
    leaving: AbortSignal,
  ): Promise<Message[]> {
    const failed = new AbortController()
    const signal = AbortSignal.any([leaving, failed.signal])
    const turns = createTurns(limits.atOnce)
    let bytes = 0
    const unseen = messages.flatMap(mediaOf).filter(({ type }) => !sees[type]).length
    const prepare = async (part: MediaPart): Promise<UserPart> => {
      try {
        if (perceive && !sees[part.type]) return await perceive(part, unseen, signal)
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

  async function prepareRequest(
    request: GenerationRequest,
    engine: TextEngine,
    signal: AbortSignal,
  ): Promise<GenerationRequest> {
    const { messages } = request
    assertTakeable(messages.flatMap(mediaOf), request.model, perceive ? all : engine.sees, limits)

    let sharing = shared.get(messages)
    if (sharing?.signal !== signal) {
      sharing = { signal, prepared: prepareAll(messages, engine.sees, signal) }
      shared.set(messages, sharing)
    }
    return { ...request, messages: await sharing.prepared }
  }

  return (
    request: GenerationRequest,
    engine: TextEngine,
    signal: AbortSignal,
  ): GenerationRequest | Promise<GenerationRequest> =>
    request.messages.some(hasMedia) ? prepareRequest(request, engine, signal) : request
}

function hasMedia(message: Message): boolean {
  return 'parts' in message && message.parts.some(isMedia)
}

function mediaOf(message: Message): MediaPart[] {
  return 'parts' in message ? message.parts.filter(isMedia) : []
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
