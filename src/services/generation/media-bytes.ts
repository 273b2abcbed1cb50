import type { MediaSource } from '../../core/generation.ts'
import { Base64Error, base64Bytes, decodeBase64 } from '../../media/base64.ts'
import type { SafeFetch } from '../../media/safe-fetch/safe-fetch.ts'

export interface MediaBytesLimits {
  readonly maxBytes: number
  /** For a fetch, from the lookup of the name to the last byte. */
  readonly timeoutMs: number
}

/** What the caller sent or named, in pieces, and never more than the limit. */
export async function* mediaBytes(
  source: MediaSource,
  { maxBytes, timeoutMs }: MediaBytesLimits,
  fetch: SafeFetch,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  if (source.kind === 'url') {
    const { body } = await fetch(source.url, { maxBytes, timeoutMs, signal })
    yield* body
    return
  }
  const bytes = base64Bytes(source.data)
  if (bytes > maxBytes) throw new Base64Error(`The base64 holds ${bytes} bytes; accepted: at most ${maxBytes}.`)
  for await (const piece of decodeBase64(source.data)) {
    signal.throwIfAborted()
    yield piece
  }
}
