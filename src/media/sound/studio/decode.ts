import { stat } from 'node:fs/promises'
import { keepTemporaryFile } from '../../temporary-file.ts'
import type { Turns } from '../../turns.ts'
import { SoundError } from '../sound-error.ts'
import { SoundThread, type ThreadSession } from './sound-thread.ts'

export interface DecodeOptions {
  /** Samples a second of what comes out. */
  readonly rate: number
  readonly signal?: AbortSignal
  /** Longer sound is refused once that much of it has been decoded. */
  readonly maxAudioSeconds?: number
  readonly maxBytes?: number
  /** The time that opening the file, or one second of its sound, may take. */
  readonly seconds?: number
}

export interface DecodeParts {
  /** Where sound that comes as bytes is kept meanwhile. */
  readonly folder: string
  readonly turns: Turns
  readonly free: SoundThread[]
  readonly idleMs: number
}

/** Mono pieces of about a second, each decoded when it is asked for. */
export async function* decodeSound(
  source: string | AsyncIterable<Uint8Array>,
  options: DecodeOptions,
  parts: DecodeParts,
): AsyncGenerator<Float32Array, void, undefined> {
  const { maxBytes = Number.POSITIVE_INFINITY, signal } = options
  signal?.throwIfAborted()
  if (typeof source !== 'string') {
    await using file = await keepTemporaryFile(parts.folder, limited(source, maxBytes, signal))
    yield* decodeFile(file.path, options, parts)
    return
  }
  const { size } = await stat(source)
  if (size > maxBytes) throw tooLarge(maxBytes)
  yield* decodeFile(source, options, parts)
}

/** A file has a thread of its own: one that hangs is ended without harm to others. */
async function* decodeFile(
  path: string,
  { rate, signal, maxAudioSeconds = 12 * 3600, seconds = 20 }: DecodeOptions,
  { turns, free, idleMs }: DecodeParts,
): AsyncGenerator<Float32Array, void, undefined> {
  const over = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const turn = turns.take(() => {
    begun.resolve()
    return over.promise
  }, signal)
  turn.catch(begun.reject)
  await begun.promise
  const thread = free.pop() ?? new SoundThread(idleMs)
  const stop = () => void thread.stop()
  signal?.addEventListener('abort', stop, { once: true })
  const session = thread.open({ kind: 'decode', path, rate, maxAudioSeconds })
  try {
    for (;;) {
      const samples = await nextPiece(session, thread, seconds)
      signal?.throwIfAborted()
      if (samples.length === 0) return
      yield samples
    }
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', stop)
    session.close()
    free.push(thread)
    over.resolve()
  }
}

async function nextPiece(session: ThreadSession, thread: SoundThread, seconds: number): Promise<Float32Array> {
  let isLate = false
  const late = setTimeout(() => {
    isLate = true
    void thread.stop()
  }, seconds * 1000)
  try {
    const made = await session.end()
    return 'samples' in made ? made.samples : new Float32Array(0)
  } catch (error) {
    if (isLate) throw new SoundError(`A piece of the sound could not be decoded within ${seconds} seconds.`)
    throw error
  } finally {
    clearTimeout(late)
  }
}

async function* limited(
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of content) {
    signal?.throwIfAborted()
    bytes += chunk.length
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    yield chunk
  }
}

function tooLarge(maxBytes: number): SoundError {
  return new SoundError(`The file is larger than the ${maxBytes} bytes that are accepted.`)
}
