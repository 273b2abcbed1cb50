import type { Readable } from 'node:stream'
import { readAllowList } from './allow-list.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { FetchRefused } from './fetch-refused.ts'
import { readFilename } from './filename.ts'
import { type Hop, openHop } from './hop.ts'
import { limitedBody, tooLarge } from './limited-body.ts'
import { locate, type Resolve, readUrl, systemResolve } from './target.ts'

export { FetchRefused } from './fetch-refused.ts'

export interface FetchLimits {
  maxBytes: number
  /** For everything together: name lookup, connection, redirects and the last byte of the body. */
  timeoutMs: number
  /** `image/png`, `image/*`; without it any type is taken. */
  types?: readonly string[] | undefined
  signal?: AbortSignal | undefined
}

export interface FetchedBody {
  /** After redirects. */
  url: string
  /** Without parameters, in lower case. */
  contentType: string | undefined
  filename: string | undefined
  declaredBytes: number | undefined
  /** Must be read or destroyed; fails with `FetchRefused` when the limits are passed. */
  body: Readable
}

export type SafeFetch = (url: string, limits: FetchLimits) => Promise<FetchedBody>

export interface SafeFetchOptions {
  /** Hosts, host:port, addresses or address ranges that may be reached although they are private. */
  allow: readonly string[]
  resolve?: Resolve
  maxRedirects?: number
}

const redirects = new Set([301, 302, 303, 307, 308])

export function createSafeFetch(options: SafeFetchOptions): { fetch: SafeFetch; close(): Promise<void> } {
  const allow = readAllowList(options.allow)
  const resolve = options.resolve ?? systemResolve
  const maxRedirects = options.maxRedirects ?? 5
  const running = new Set<Deadline>()
  let closed = false

  async function follow(start: URL, limits: FetchLimits, deadline: Deadline): Promise<FetchedBody> {
    const accept = limits.types?.join(', ') ?? '*/*'
    let url = start
    for (let hops = 0; ; hops += 1) {
      const subject = hops === 0 ? start.hostname : `The redirect from ${start.hostname}`
      const target = await deadline.within(locate(url, allow, resolve, subject))
      const hop = await openHop(target, accept, deadline.signal)
      try {
        const next = readRedirect(hop, url, start.hostname)
        if (next === undefined) return deliver(hop, url, start.hostname, limits, deadline)
        if (hops === maxRedirects) {
          throw new FetchRefused('redirects', `${start.hostname} redirects more than ${maxRedirects} times.`)
        }
        url = next
        hop.end()
      } catch (error) {
        hop.end()
        throw error
      }
    }
  }

  function deliver(hop: Hop, url: URL, subject: string, limits: FetchLimits, deadline: Deadline): FetchedBody {
    if (hop.status < 200 || hop.status > 299) {
      throw new FetchRefused('status', `${subject} answered with status ${hop.status} instead of a file.`)
    }
    const contentType = hop.header('content-type')?.split(';')[0]?.trim().toLowerCase() || undefined
    checkType(contentType, limits.types, subject)

    const length = hop.header('content-length')
    const declared = length !== undefined && /^\d+$/.test(length) ? Number(length) : undefined
    if (declared !== undefined && declared > limits.maxBytes) throw tooLarge(subject, limits.maxBytes)

    const encoding = hop.header('content-encoding')
    const end = () => {
      hop.end()
      finish(deadline)
    }
    const explain = (error: Error) => explained(error, subject, deadline.signal)
    const body = limitedBody(hop.body, { encoding, maxBytes: limits.maxBytes, subject, explain, end })
    const filename = readFilename(hop.header('content-disposition'), url)
    return { url: url.href, contentType, filename, declaredBytes: encoding === undefined ? declared : undefined, body }
  }

  function finish(deadline: Deadline) {
    deadline.end()
    running.delete(deadline)
  }

  return {
    async fetch(text, limits) {
      const start = readUrl(text, 'The URL')
      if (closed) throw stopping()
      const late = () =>
        new FetchRefused(
          'time',
          `${start.hostname} took longer than the ${limits.timeoutMs} ms that are accepted here.`,
        )
      const deadline = startDeadline(limits.timeoutMs, limits.signal, late)
      running.add(deadline)
      try {
        return await follow(start, limits, deadline)
      } catch (error) {
        finish(deadline)
        throw explained(error, start.hostname, deadline.signal)
      }
    },
    async close() {
      closed = true
      for (const deadline of running) deadline.abort(stopping())
    },
  }
}

function readRedirect(hop: Hop, from: URL, host: string): URL | undefined {
  const location = redirects.has(hop.status) ? hop.header('location') : undefined
  if (location === undefined) return undefined
  const next = readUrl(location, `The redirect from ${host}`, from)
  // Whoever asked for https asked for bytes that nobody on the way could change.
  if (from.protocol === 'https:' && next.protocol === 'http:') {
    throw new FetchRefused('scheme', `${host} redirects from https: to http:, which is not accepted.`)
  }
  return next
}

function checkType(type: string | undefined, accepted: readonly string[] | undefined, subject: string) {
  if (accepted === undefined) return
  const matches = (pattern: string) =>
    pattern.endsWith('/*') ? type?.startsWith(pattern.slice(0, -1)) : type === pattern
  if (accepted.some(matches)) return
  const sent = type === undefined ? 'no content type' : `the content type ${type.slice(0, 64)}`
  throw new FetchRefused('type', `${subject} sent ${sent}; accepted: ${accepted.join(', ')}.`)
}

// What sockets and parsers report may hold addresses of this network: it stays in `cause`, for the log.
function explained(error: unknown, subject: string, signal: AbortSignal): Error {
  if (error instanceof FetchRefused) return error
  if (signal.aborted) return signal.reason
  const message = `${subject} could not be read: the connection failed or its data is damaged.`
  return new FetchRefused('network', message, { cause: error })
}

function stopping(): FetchRefused {
  return new FetchRefused('network', 'This server is stopping.')
}
