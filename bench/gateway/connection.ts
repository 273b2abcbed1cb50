import { connect, type Socket } from 'node:net'

const headEnd = Buffer.from('\r\n\r\n')
/** How a reply of unknown length ends. */
const lastChunk = Buffer.from('\r\n0\r\n\r\n')

export interface Exchanged {
  /** When the first bytes after the head were there. */
  readonly first: number
  /** Of the reply, head and chunk sizes too. */
  readonly bytes: number
}

/**
 * One kept connection, as lean as can be: the load must not be what is measured. The request is bytes made beforehand, and
 * the end of the reply is found by its length or its last chunk, with no parser in the way.
 */
export class Connection {
  readonly #socket: Socket
  #waiting: PromiseWithResolvers<Exchanged> | undefined
  /** Bytes of the head so far; undefined once it is complete. */
  #head: Buffer | undefined
  /** Bytes of the body that are still to come; undefined when it comes in chunks. */
  #left: number | undefined
  #tail: Buffer = Buffer.alloc(0)
  #first = 0
  #bytes = 0

  constructor(port: number) {
    // One buffer for all reads: nothing is allocated for them.
    const buffer = Buffer.allocUnsafe(64 * 1024)
    const callback = (length: number) => {
      this.#read(buffer.subarray(0, length))
      return true
    }
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback } })
    this.#socket.on('error', error => this.#waiting?.reject(error))
    this.#socket.on('close', () => this.#waiting?.reject(new Error(`port ${port} closed the connection`)))
  }

  exchange(request: Buffer): Promise<Exchanged> {
    this.#waiting = Promise.withResolvers()
    this.#head = Buffer.alloc(0)
    this.#tail = this.#head
    this.#first = 0
    this.#bytes = 0
    this.#socket.write(request)
    return this.#waiting.promise
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    this.#bytes += chunk.length
    const body = this.#head ? this.#readHead(this.#head, chunk) : chunk
    if (!body || body.length === 0) return
    this.#first ||= performance.now()
    if (this.#hasEnded(body)) this.#waiting?.resolve({ first: this.#first, bytes: this.#bytes })
  }

  /** What follows the head, when it is complete. */
  #readHead(before: Buffer, chunk: Buffer): Buffer | undefined {
    const all = before.length === 0 ? chunk : Buffer.concat([before, chunk])
    const end = all.indexOf(headEnd)
    if (end < 0) {
      this.#head = Buffer.from(all)
      return undefined
    }
    this.#head = undefined
    const head = all.toString('latin1', 0, end)
    if (!head.startsWith('HTTP/1.1 200')) this.#waiting?.reject(new Error(`answered ${head}`))
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    this.#left = length === undefined ? undefined : Number(length)
    return all.subarray(end + headEnd.length)
  }

  #hasEnded(body: Buffer): boolean {
    if (this.#left !== undefined) {
      this.#left -= body.length
      return this.#left <= 0
    }
    if (body.length < lastChunk.length) {
      const joined = Buffer.concat([this.#tail, body])
      this.#tail = joined.subarray(-lastChunk.length)
    } else {
      // The buffer is written over by the next read.
      this.#tail = Buffer.from(body.subarray(-lastChunk.length))
    }
    return this.#tail.equals(lastChunk)
  }
}
