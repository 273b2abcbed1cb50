import { Pool } from 'undici'
import type { FoundPassage, WebSearch } from '../../core/built-in-tools.ts'
import { PlatformError } from '../../core/errors.ts'

export interface SearxngOptions {
  /** Where it is reached: its root, or the path below which `/search` lies. */
  readonly url: string
  readonly results?: number
}

const timeoutMs = 15_000
const maxBytes = 4 * 1024 * 1024

/** SearXNG, or whatever answers its JSON API. The address is the operator's own: it is not checked like a caller's. */
export function createSearxng({ url, results = 5 }: SearxngOptions): WebSearch & { close(): Promise<void> } {
  const address = new URL(url)
  const pool = new Pool(address.origin, {
    connections: 8,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: { timeout: 5_000 },
    maxResponseSize: maxBytes,
  })
  const path = `${address.pathname.replace(/\/+$/, '').replace(/\/search$/, '')}/search`

  async function ask(keyword: string, signal: AbortSignal): Promise<unknown> {
    const query = new URLSearchParams({ q: keyword, format: 'json' })
    const { statusCode, body } = await pool.request({ method: 'GET', path: `${path}?${query}`, signal })
    if (statusCode === 200) return body.json()
    await body.dump()
    throw new Error(`it answered ${statusCode}`)
  }

  return {
    async search(keyword, signal) {
      try {
        return passagesOf(await ask(keyword, signal)).slice(0, results)
      } catch (error) {
        if (signal.aborted) throw signal.reason
        const why = error instanceof Error ? error.message : String(error)
        throw new PlatformError('service_unavailable', `The web search could not be asked: ${why}.`, { cause: error })
      }
    },
    close: () => pool.close(),
  }
}

function passagesOf(answer: unknown): FoundPassage[] {
  const { results } = answer as { results?: unknown }
  if (!Array.isArray(results)) throw new Error('its answer holds no list of results')
  return results
    .filter(result => typeof result?.url === 'string' && /^https?:/.test(result.url))
    .map(({ url, title, content }, at) => ({
      index: at + 1,
      url,
      title: String(title ?? '').slice(0, 300),
      summary: String(content ?? '').slice(0, 1000),
    }))
}
