import type { WebSocket } from 'ws'

/** Bytes that wait to be read before the other side is made to wait. */
const mostWaiting = 4 * 1024 * 1024
/** What one message takes besides its text. */
const overhead = 256

export interface SocketMessages {
  /** Ends when the socket does. */
  read(): AsyncGenerator<string>
  /** Whether the other side is being made to wait: then nothing can be heard of it. */
  readonly isHeld: boolean
}

/** What arrives on a socket, from the very first message. */
export function collectMessages(socket: WebSocket): SocketMessages {
  const waiting: string[] = []
  let bytes = 0
  let isHeld = false
  let isOver = false
  let wake = () => {}

  socket.on('message', data => {
    const text = String(data)
    waiting.push(text)
    bytes += text.length + overhead
    if (bytes > mostWaiting && !isHeld) {
      isHeld = true
      socket.pause()
    }
    wake()
  })
  socket.once('close', () => {
    isOver = true
    wake()
  })

  return {
    get isHeld() {
      return isHeld
    },
    async *read() {
      while (!isOver) {
        const next = waiting.shift()
        if (next === undefined) {
          await new Promise<void>(resolve => {
            wake = resolve
          })
          continue
        }
        bytes -= next.length + overhead
        if (isHeld && bytes < mostWaiting / 2) {
          isHeld = false
          socket.resume()
        }
        yield next
      }
    },
  }
}
