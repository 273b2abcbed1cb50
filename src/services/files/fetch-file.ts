import { invalid } from '../../core/errors.ts'
import { FetchRefused, type SafeFetch } from '../../media/safe-fetch/safe-fetch.ts'

const timeoutMs = 120_000

/** A caller's URL as a file to be uploaded; a refusal names the field. */
export function fetchFileFrom(fetch: SafeFetch) {
  return async (url: string, { maxBytes }: { maxBytes: number }) => {
    try {
      const { body, filename } = await fetch(url, { maxBytes, timeoutMs })
      return { filename: filename ?? 'file', content: refusing(body) }
    } catch (error) {
      throw asInvalidUrl(error)
    }
  }
}

async function* refusing(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw asInvalidUrl(error)
  }
}

function asInvalidUrl(error: unknown): unknown {
  return error instanceof FetchRefused ? invalid('url', error.message) : error
}
