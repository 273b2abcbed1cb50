import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { collectMessages, type SocketMessages } from './socket-messages.ts'
import { takeSocket } from './socket-server.ts'

/** How a socket is closed: a number for programs, a word for people. */
export interface SocketEnd {
  readonly code: number
  readonly reason: string
}

/** What goes on over a socket: messages in, frames out, until one side has had enough. */
export type SocketSession = (
  messages: AsyncIterable<string>,
  signal: AbortSignal,
) => AsyncGenerator<string, SocketEnd | undefined>

export interface SocketOptions {
  /** Said to a peer that does not answer pings, in case it only could not. */
  readonly onSilence: () => { readonly frame: string; readonly end: SocketEnd }
  readonly pingMs?: number
}

/** Frames that wait to be taken before the session is made to wait. */
const mostBuffered = 1024 * 1024
const mostMissed = 2
/** A peer that does not close its side is cut off. */
const closingMs = 2000

/** Serves a socket to its end. The session is pulled only as fast as the peer reads, and ends when the peer leaves. */
export async function serveSocket(
  request: FastifyRequest,
  reply: FastifyReply,
  session: SocketSession,
  options: SocketOptions,
): Promise<void> {
  const socket = await takeSocket(request, reply)
  const messages = collectMessages(socket)
  const leaving = new AbortController()
  socket.once('close', () => leaving.abort(new Error('the peer left')))
  // What is wrong with the connection ends it, which is all that matters here.
  socket.on('error', () => socket.terminate())
  const stopWatching = watchPulse(socket, messages, options, leaving)
  reply.server.onStream(1)
  try {
    const end = await pump(socket, session(messages.read(), leaving.signal))
    close(socket, end ?? { code: 1000, reason: '' })
  } catch (error) {
    request.log.error({ err: error }, 'a socket failed inside')
    close(socket, { code: 1011, reason: 'internal_error' })
  } finally {
    stopWatching()
    leaving.abort(new Error('the session is over'))
    reply.server.onStream(-1)
  }
}

async function pump(socket: WebSocket, frames: ReturnType<SocketSession>): Promise<SocketEnd | undefined> {
  try {
    for (;;) {
      const next = await frames.next()
      if (next.done) return next.value
      if (socket.readyState !== socket.OPEN) return undefined
      await send(socket, next.value)
    }
  } finally {
    await frames.return(undefined)
  }
}

/** Waits only when the peer is slow. */
function send(socket: WebSocket, frame: string): Promise<void> | undefined {
  const { promise, resolve } = Promise.withResolvers<void>()
  // A frame that could not be sent means that the peer is gone, which is told elsewhere.
  socket.send(frame, () => resolve())
  return socket.bufferedAmount > mostBuffered ? promise : undefined
}

function close(socket: WebSocket, { code, reason }: SocketEnd): void {
  if (socket.readyState === socket.CLOSED) return
  socket.close(code, reason)
  const cut = setTimeout(() => socket.terminate(), closingMs)
  socket.once('close', () => clearTimeout(cut))
}

function watchPulse(
  socket: WebSocket,
  messages: SocketMessages,
  { onSilence, pingMs = 20_000 }: SocketOptions,
  leaving: AbortController,
): () => void {
  let missed = 0
  const alive = () => {
    missed = 0
  }
  socket.on('pong', alive)
  socket.on('message', alive)
  const timer = setInterval(() => {
    // While it is made to wait, its pongs wait too.
    if (messages.isHeld) return
    if (missed < mostMissed) {
      missed += 1
      socket.ping()
      return
    }
    const { frame, end } = onSilence()
    socket.send(frame, () => {})
    close(socket, end)
    leaving.abort(new Error('the peer does not answer'))
  }, pingMs)
  return () => clearInterval(timer)
}
