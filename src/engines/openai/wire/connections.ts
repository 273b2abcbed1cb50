import { Connection, type Exchange, type Home } from './connection.ts'

/** Servers close connections of their own accord after a while; using one in that very moment fails. */
const mostIdleMs = 30_000

/**
 * The connections to one server, kept for the next request. It does what answers need and nothing else: a general client
 * costs twice as much for each.
 */
export class Connections {
  readonly #home: Home
  readonly #head: string
  /** The last to become free is the first to be used: the others may then rest and go. */
  readonly #free: Connection[] = []
  readonly #all = new Set<Connection>()
  #sweeping: NodeJS.Timeout | undefined

  /** What is sent all goes to one place, with the same headers, such as the key: names and values in turns. */
  constructor(url: string, headers: readonly string[]) {
    const { protocol, hostname, port, host, pathname } = new URL(url)
    const isSecure = protocol === 'https:'
    const words = ['host', host, ...headers]
    const lines = words.map((word, place) => word + (place % 2 === 0 ? ': ' : '\r\n'))
    this.#head = `POST ${pathname} HTTP/1.1\r\n${lines.join('')}`
    this.#home = {
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(port || (isSecure ? 443 : 80)),
      isSecure,
      onFree: connection => this.#keep(connection),
      onGone: connection => this.#forget(connection),
    }
  }

  /** Sends the body as JSON; the connection that it went by is where its reply can be held up or left. */
  post(body: string, exchange: Exchange): Connection {
    const connection = this.#free.pop() ?? this.#open()
    connection.send(this.#head, body, exchange)
    return connection
  }

  close(): void {
    for (const connection of [...this.#all]) connection.close()
  }

  #open(): Connection {
    const connection = new Connection(this.#home)
    this.#all.add(connection)
    return connection
  }

  #keep(connection: Connection): void {
    connection.freeSince = performance.now()
    this.#free.push(connection)
    this.#sweeping ??= setTimeout(() => this.#sweep(), mostIdleMs / 2).unref()
  }

  #forget(connection: Connection): void {
    this.#all.delete(connection)
    const index = this.#free.indexOf(connection)
    if (index >= 0) this.#free.splice(index, 1)
  }

  #sweep(): void {
    const until = performance.now() - mostIdleMs
    for (const connection of this.#free.filter(({ freeSince }) => freeSince < until)) connection.close()
    this.#sweeping = this.#free.length > 0 ? setTimeout(() => this.#sweep(), mostIdleMs / 2).unref() : undefined
  }
}
