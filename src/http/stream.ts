import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { PlatformError } from '../core/errors.ts'
import { takerOf } from '../core/ready.ts'

declare module 'fastify' {
  interface FastifyInstance {
    onStream: (change: 1 | -1) => void
  }
}

/** Tells of each stream that opens and closes. */
export function watchStreams(app: FastifyInstance, onStream: (change: 1 | -1) => void): void {
  app.decorate('onStream', onStream)
}

/**
 * Aborts when the caller leaves before the reply is finished; the work may also be ended through it. (The framework's own
 * signal ends once the body has been read.)
 */
export function watchLeaving(reply: FastifyReply): AbortController {
  const leaving = new AbortController()
  const { raw } = reply
  // An error of the caller's: what their leaving breaks off is no failure of ours, and must not look like one in the log.
  const leave = () =>
    leaving.abort(new PlatformError('request_timeout', 'The caller left before the end of the reply.'))
  raw.once('close', () => {
    if (!raw.writableFinished) leave()
  })
  // Who left while the request was being read is not told of again.
  if (raw.destroyed) leave()
  return leaving
}

export interface StreamOptions {
  readonly contentType: string
  /** Sent whenever nothing else has been for that long. */
  readonly whenSilent?: { readonly afterMs: number; readonly frame: string }
}

const mostJoined = 32 * 1024

/**
 * Writes frames as they come. The socket pulls: the next frame is asked for only when there is room. Frames that are there
 * at the same moment leave together: Node holds what is written in one turn. (Corking the response as well would undo
 * that: each piece would be a write of its own.)
 */
export async function sendStream(
  reply: FastifyReply,
  frames: AsyncIterable<string | Uint8Array>,
  { contentType, whenSilent }: StreamOptions,
): Promise<void> {
  const { raw } = reply
  reply.hijack()
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': contentType,
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  })
  reply.server.onStream(1)
  const silence = whenSilent && setInterval(() => raw.write(whenSilent.frame), whenSilent.afterMs)
  try {
    for await (const piece of joined(frames)) {
      if (raw.destroyed) return
      silence?.refresh()
      if (!raw.write(piece)) await drained(raw)
    }
  } catch (error) {
    // Half a stream that ends in good order would pass for a whole one.
    raw.destroy()
    throw error
  } finally {
    clearInterval(silence)
    reply.server.onStream(-1)
    raw.end()
  }
}

/** Frames that are there at the same moment, as one piece of text: a write costs much more than a longer text. */
async function* joined(frames: AsyncIterable<string | Uint8Array>): AsyncGenerator<string | Uint8Array> {
  const source = frames[Symbol.asyncIterator]()
  const take = takerOf(source)
  try {
    for (;;) {
      const next = await source.next()
      if (next.done) return
      let piece = next.value
      for (let more = take(); more !== undefined; more = take()) {
        if (typeof piece === 'string' && typeof more === 'string' && piece.length < mostJoined) {
          piece += more
        } else {
          yield piece
          piece = more
        }
      }
      yield piece
    }
  } finally {
    await source.return?.()
  }
}

function drained(raw: ServerResponse): Promise<void> {
  if (raw.destroyed || !raw.writableNeedDrain) return Promise.resolve()
  return new Promise(resolve => {
    const done = () => {
      raw.off('drain', done)
      raw.off('close', done)
      resolve()
    }
    raw.on('drain', done)
    raw.on('close', done)
  })
}
