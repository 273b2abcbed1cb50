import { type Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import { FetchRefused } from './fetch-refused.ts'

export interface BodyLimits {
  encoding: string | undefined
  maxBytes: number
  subject: string
  /** What the reader is told when the stream breaks. */
  explain(error: Error): Error
  /** Closes the connection; called when everything has arrived, and when the body ends in any way. */
  end(): void
}

/** The bytes as the caller reads them, unpacked and counted: a small packed body can't grow past the limit either. */
export function limitedBody(source: Readable, limits: BodyLimits): Readable {
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > limits.maxBytes) done(tooLarge(limits.subject, limits.maxBytes))
      else done(null, chunk)
    },
    flush(done) {
      limits.end()
      done()
    },
  })
  // A limit may be passed before anybody reads; the reader still finds the error, but the process must not end of it.
  counted.on('error', () => undefined)

  // By hand and not by `pipeline`, which would hand raw errors of sockets on to the reader.
  const unpacking = unpacker(limits.encoding, limits.subject)
  const fail = (error: Error) => counted.destroy(limits.explain(error))
  source.on('error', fail)
  unpacking?.on('error', fail).pipe(counted)
  source.pipe(unpacking ?? counted)
  counted.once('close', () => {
    unpacking?.destroy()
    limits.end()
  })
  return counted
}

function unpacker(encoding = 'identity', subject: string): Transform | undefined {
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return undefined
    case 'gzip':
    case 'x-gzip':
    case 'deflate':
      return createUnzip()
    case 'br':
      return createBrotliDecompress()
    default:
      throw new FetchRefused('type', `${subject} answered in a content encoding that is not accepted.`)
  }
}

export function tooLarge(subject: string, maxBytes: number): FetchRefused {
  return new FetchRefused('size', `${subject} sent more than the ${maxBytes} bytes that are accepted here.`)
}
