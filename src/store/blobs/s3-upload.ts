import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { PutObjectCommand } from '@aws-sdk/client-s3'

export interface Upload {
  readonly file: FileHandle
  readonly bytes: number
  readonly sha256: string
}

export interface Sending {
  /** To be sent with: it stops the request. */
  readonly abortSignal: AbortSignal
  /** Whether the server may have got all bytes; with fewer it keeps nothing. */
  mayBeKept(): boolean
}

/**
 * Lets a put send a file's content, read anew for each attempt: the client retries no streams of its own. The content's
 * hash is signed in its place, so that a server that got other bytes refuses them.
 */
export function sendContent(command: PutObjectCommand, upload: Upload, signal?: AbortSignal): Sending {
  const stop = new AbortController()
  let whole = upload.bytes === 0
  command.middlewareStack.add(
    next => args => {
      const { headers } = args.request as { headers: Record<string, string> }
      headers['x-amz-content-sha256'] = upload.sha256
      return next(args)
    },
    { step: 'build', name: 'signContentHash' },
  )
  // The innermost step: inside the retries, and after the signature, which must not consume the body.
  command.middlewareStack.add(
    next => async args => {
      signal?.throwIfAborted()
      let sent = 0
      const body = Readable.from(
        contentOf(upload, bytes => {
          sent += bytes
          whole ||= sent === upload.bytes
        }),
        { objectMode: false },
      )
      body.once('error', error => stop.abort(error))
      // After the last byte, keeping them is the server's choice: its answer is awaited, and an abort comes too late.
      const onAbort = () => {
        if (sent < upload.bytes) stop.abort(signal?.reason)
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      try {
        return await next({ ...args, request: Object.assign(args.request as object, { body }) })
      } finally {
        signal?.removeEventListener('abort', onAbort)
        body.destroy()
      }
    },
    { step: 'deserialize', name: 'sendContent', priority: 'low' },
  )
  return { abortSignal: stop.signal, mayBeKept: () => whole }
}

const pieceBytes = 64 * 1024

async function* contentOf({ file, bytes }: Upload, onPiece: (bytes: number) => void) {
  for (let position = 0; position < bytes; ) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, position)
    if (bytesRead === 0) throw new Error('a temporary file became shorter while it was sent')
    position += bytesRead
    onPiece(bytesRead)
    yield buffer.subarray(0, bytesRead)
  }
}
