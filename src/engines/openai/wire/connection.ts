import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { type ReplyHead, ReplyParser, type ReplyReceiver } from './reply-parser.ts'

const connectMs = 5000
/** Longer bodies are not put together with their head: that would copy them. */
const longestInOnePiece = 64 * 1024

/** Where the bytes of all connections arrive. They are read at once: nothing else happens before the next do. */
const arrived = Buffer.allocUnsafeSlow(64 * 1024)

/** Who sent a request, and is told of its reply until that ends or breaks; once of either. */
export interface Exchange {
  onHead(head: ReplyHead): void
  onBody(bytes: Buffer): void
  onEnd(): void
  onBreak(error: Error): void
}

/** Where a connection tells what becomes of it. */
export interface Home {
  readonly host: string
  readonly port: number
  readonly isSecure: boolean
  /** It is free for another request. */
  onFree(connection: Connection): void
  onGone(connection: Connection): void
}

/** One connection to a server: one request at a time. */
export class Connection implements ReplyReceiver {
  readonly #home: Home
  readonly #socket: Socket
  readonly #parser = new ReplyParser(this)
  #connecting: NodeJS.Timeout | undefined
  #exchange: Exchange | undefined
  #isGone = false
  #isPaused = false
  /** When it last became free. */
  freeSince = 0

  constructor(home: Home) {
    this.#home = home
    const { host, port } = home
    const onread = { buffer: arrived, callback: (length: number) => this.#read(arrived.subarray(0, length)) }
    const to = { host, port, onread }
    this.#socket = home.isSecure
      ? connectSecurely({ ...to, servername: isIP(host) ? '' : host, ALPNProtocols: ['http/1.1'] })
      : connectPlain(to)
    const socket = this.#socket
    socket.setNoDelay(true)
    socket.once(home.isSecure ? 'secureConnect' : 'connect', () => clearTimeout(this.#connecting))
    socket.on('end', () => this.#onEnd())
    socket.on('error', error => this.#break(error))
    socket.on('close', () => this.#break(broken('the other side closed the connection')))
    this.#connecting = setTimeout(() => this.#break(new Error('there is no connection after 5 s')), connectMs)
  }

  send(head: string, body: string, exchange: Exchange): void {
    this.#exchange = exchange
    const length = Buffer.byteLength(body)
    const start = `${head}content-length: ${length}\r\n\r\n`
    if (length <= longestInOnePiece) {
      this.#socket.write(start + body)
      return
    }
    this.#socket.cork()
    this.#socket.write(start, 'latin1')
    this.#socket.write(body)
    this.#socket.uncork()
  }

  /** The rest of the reply is not wanted. Over HTTP/1 only the end of the connection says so. */
  leave(exchange: Exchange): void {
    if (this.#exchange !== exchange) return
    this.#exchange = undefined
    this.close()
  }

  pause(exchange: Exchange): void {
    if (this.#exchange === exchange) this.#isPaused = true
  }

  resume(exchange: Exchange): void {
    if (this.#exchange === exchange) this.#goOn()
  }

  close(): void {
    if (this.#isGone) return
    this.#isGone = true
    clearTimeout(this.#connecting)
    this.#socket.destroy()
    this.#home.onGone(this)
  }

  onHead(head: ReplyHead): void {
    this.#exchange?.onHead(head)
  }

  onBody(bytes: Buffer): void {
    this.#exchange?.onBody(Buffer.from(bytes))
  }

  onComplete(isReusable: boolean): void {
    const exchange = this.#exchange
    this.#exchange = undefined
    // A reply that came before all of the request was sent leaves the rest of it on the way.
    if (!isReusable || this.#isGone || this.#socket.writableLength > 0) this.close()
    else {
      // A reader that had enough for the moment must not hold up the next.
      this.#goOn()
      this.#home.onFree(this)
    }
    exchange?.onEnd()
  }

  #read(bytes: Buffer): boolean {
    // Nothing was asked: whatever this is, it is no reply.
    if (!this.#exchange) this.close()
    if (this.#isGone) return false
    try {
      this.#parser.push(bytes)
    } catch (error) {
      this.#break(error as Error)
    }
    return !this.#isPaused
  }

  #goOn(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#socket.resume()
  }

  #onEnd(): void {
    if (this.#exchange && this.#parser.end()) return
    this.#break(broken('the other side ended the connection'))
  }

  #break(error: Error): void {
    const exchange = this.#exchange
    this.#exchange = undefined
    this.close()
    exchange?.onBreak(error)
  }
}

function broken(message: string): Error {
  return Object.assign(new Error(message), { code: 'ECONNRESET' })
}
