import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { buildConnector, Client } from 'undici'
import type { Target } from './target.ts'

/** One answer of one server. `end` closes its connection, read or not. */
export interface Hop {
  status: number
  header(name: string): string | undefined
  body: Readable
  end(): void
}

/** Asks one server, over a connection of its own that can only go to the addresses that were checked. */
export async function openHop(target: Target, accept: string, signal: AbortSignal): Promise<Hop> {
  // The name stays the host's, so TLS asks for it and verifies it, while its lookup answers with what was checked.
  const lookup: LookupFunction = (_host, options, answer) => {
    const [first] = target.addresses
    if (options.all || first === undefined) answer(null, target.addresses)
    else answer(null, first.address, first.family)
  }
  // `signal` belongs to the socket: the client alone would leave one open that is still connecting.
  const connect = buildConnector({ lookup, signal, timeout: 0, allowH2: false, maxCachedSessions: 0 })
  // The deadline of the whole fetch replaces every timeout of the client.
  const client = new Client(target.url.origin, { connect, allowH2: false, headersTimeout: 0, bodyTimeout: 0 })
  const end = () => void client.destroy()

  try {
    const { statusCode, headers, body } = await client.request({
      method: 'GET',
      path: target.url.pathname + target.url.search,
      headers: { accept, 'accept-encoding': 'identity', 'user-agent': 'medley' },
      reset: true,
    })
    const header = (name: string) => {
      const value = headers[name]
      return Array.isArray(value) ? value[0] : value
    }
    return { status: statusCode, header, body, end }
  } catch (error) {
    end()
    throw error
  }
}
