const newline = 10
const carriageReturn = 13
const letterD = 100
const letterE = 101
const byteOrderMark = 0xfeff
const longestEvent = 16 * 1024 * 1024

/** Is told of each event's data, and whether the event was named `error`. */
export interface SseReceiver {
  onData(data: string, isError: boolean): void
}

/**
 * Cuts bytes, however they arrive, into the data of server-sent events. Only whole lines are decoded: a line break is
 * never part of another character, so text that was cut in the middle of a character is whole again by then.
 */
export class SseSplitter {
  readonly #receiver: SseReceiver
  #rest: Buffer[] = []
  #restLength = 0
  #data: string | undefined
  #isError = false
  #atStart = true

  constructor(receiver: SseReceiver) {
    this.#receiver = receiver
  }

  push(chunk: Buffer): void {
    const end = chunk.lastIndexOf(newline)
    if (end < 0) {
      this.#keep(chunk)
      return
    }
    if (this.#restLength === 0) {
      const text = chunk.toString('utf8', 0, end)
      if (end + 1 < chunk.length) this.#keep(chunk.subarray(end + 1))
      this.#readLines(text)
    } else {
      this.#rest.push(chunk.subarray(0, end))
      const text = Buffer.concat(this.#rest).toString('utf8')
      this.#rest = []
      this.#restLength = 0
      if (end + 1 < chunk.length) this.#keep(chunk.subarray(end + 1))
      this.#readLines(text)
    }
  }

  /** The bytes have ended; some servers leave out the last line breaks. */
  end(): void {
    if (this.#restLength > 0) {
      const text = Buffer.concat(this.#rest).toString('utf8')
      this.#rest = []
      this.#restLength = 0
      this.#readLines(text)
    }
    this.#dispatch()
  }

  #keep(bytes: Buffer): void {
    this.#rest.push(bytes)
    this.#restLength += bytes.length
    if (this.#restLength + (this.#data?.length ?? 0) > longestEvent) throw new Error('an event is longer than 16 MB')
  }

  #readLines(text: string): void {
    let from = this.#atStart && text.charCodeAt(0) === byteOrderMark ? 1 : 0
    this.#atStart = false
    for (;;) {
      const found = text.indexOf('\n', from)
      const end = found < 0 ? text.length : found
      this.#readLine(text, from, text.charCodeAt(end - 1) === carriageReturn && end > from ? end - 1 : end)
      if (found < 0) return
      from = found + 1
    }
  }

  #readLine(text: string, from: number, end: number): void {
    if (from === end) {
      this.#dispatch()
      return
    }
    const first = text.charCodeAt(from)
    if (first === letterD && text.startsWith('data:', from)) {
      const data = text.slice(text.charCodeAt(from + 5) === 32 ? from + 6 : from + 5, end)
      if (this.#data !== undefined && standsAlone(this.#data, data)) this.#dispatch()
      this.#data = this.#data === undefined ? data : `${this.#data}\n${data}`
      if (this.#data.length > longestEvent) throw new Error('an event is longer than 16 MB')
    } else if (first === letterE && text.startsWith('event:', from)) {
      this.#isError = text.slice(from + 6, end).trim() === 'error'
    }
  }

  #dispatch(): void {
    const data = this.#data
    const isError = this.#isError
    this.#data = undefined
    this.#isError = false
    if (data !== undefined && data !== '') this.#receiver.onData(data, isError)
  }
}

/** Some servers put no empty line between their events. */
function standsAlone(data: string, next: string): boolean {
  return data.startsWith('{') && data.endsWith('}') && (next.startsWith('{') || next === '[DONE]')
}
