import { createTurns } from '../../turns.ts'
import { changesNothing, type SoundManner } from '../effects/manner.ts'
import type { SoundFormat } from '../encoding/encoder.ts'
import { type DecodeOptions, decodeSound } from './decode.ts'
import type { SoundPiece } from './protocol.ts'
import { SoundThread, type ThreadSession } from './sound-thread.ts'

export type { SoundManner } from '../effects/manner.ts'
export { type SoundFormat, soundFormats } from '../encoding/encoder.ts'
export { SoundError } from '../sound-error.ts'
export type { DecodeOptions } from './decode.ts'
export type { SoundPiece } from './protocol.ts'

export interface EncodeOptions {
  readonly format: SoundFormat
  /** Samples a second; opus carries 8000, 12000, 16000, 24000 and 48000, and others become 48000. */
  readonly rate: number
  /** Multiplies every sample; peaks are turned down before they would be cut off. */
  readonly volume?: number
  readonly signal?: AbortSignal
}

/** Sound in, bytes out, as they are made. A wav or flac comes as a whole with the end: it begins with its length. */
export interface SoundEncoder extends Disposable {
  push(piece: SoundPiece): Promise<Uint8Array>
  end(): Promise<Uint8Array>
}

/** Where sound is decoded, changed and encoded: in worker threads, so that nobody waits for it who need not. */
export interface SoundStudio {
  /** Mono pieces of about a second, of a file or of bytes in any container that is read here. */
  decode(source: string | AsyncIterable<Uint8Array>, options: DecodeOptions): AsyncIterable<Float32Array>
  openEncoder(options: EncodeOptions): SoundEncoder
  encode(sound: AsyncIterable<SoundPiece>, options: EncodeOptions): AsyncIterable<Uint8Array>
  /** Puts a manner on a voice that has already spoken. */
  applyManner(sound: AsyncIterable<SoundPiece>, manner: SoundManner, signal?: AbortSignal): AsyncIterable<SoundPiece>
  close(): Promise<void>
}

export interface StudioOptions {
  /** Where sound that comes as bytes is kept while it is decoded. */
  readonly folder: string
  /** Threads that encode. */
  readonly threads?: number
  /** Files that are decoded at the same time. */
  readonly decodes?: number
  readonly idleSeconds?: number
}

export function createSoundStudio(options: StudioOptions): SoundStudio {
  const { folder, threads = 1, decodes = 4, idleSeconds = 30 } = options
  const idleMs = idleSeconds * 1000
  const workers = Array.from({ length: threads }, () => new SoundThread(idleMs))
  const decoding = { folder, turns: createTurns(decodes), free: [] as SoundThread[], idleMs }
  const leastBusy = () => workers.reduce((best, next) => (next.load < best.load ? next : best))

  function openEncoder({ format, rate, volume = 1 }: EncodeOptions): SoundEncoder {
    const session = leastBusy().open({ kind: 'encode', format, rate, volume })
    return {
      push: async piece => bytesOf(await session.push(piece)),
      end: async () => bytesOf(await session.end()),
      [Symbol.dispose]: () => session.close(),
    }
  }

  async function* encode(sound: AsyncIterable<SoundPiece>, options: EncodeOptions) {
    using encoder = openEncoder(options)
    for await (const piece of sound) {
      const bytes = await encoder.push(piece)
      options.signal?.throwIfAborted()
      if (bytes.length > 0) yield bytes
    }
    options.signal?.throwIfAborted()
    const rest = await encoder.end()
    if (rest.length > 0) yield rest
  }

  async function* applyManner(sound: AsyncIterable<SoundPiece>, manner: SoundManner, signal?: AbortSignal) {
    let session: ThreadSession | undefined
    let rate = 0
    const rest = async () => ({ samples: session ? samplesOf(await session.end()) : new Float32Array(0), rate })
    try {
      for await (const piece of sound) {
        signal?.throwIfAborted()
        if (piece.rate !== rate) {
          const before = await rest()
          if (before.samples.length > 0) yield before
          session?.close()
          rate = piece.rate
          session = leastBusy().open({ kind: 'manner', manner, rate })
        }
        const samples = session ? samplesOf(await session.push(piece)) : piece.samples
        if (samples.length > 0) yield { samples, rate }
      }
      const last = await rest()
      if (last.samples.length > 0) yield last
    } finally {
      session?.close()
    }
  }

  return {
    decode: (source, options) => decodeSound(source, options, decoding),
    openEncoder,
    encode,
    applyManner: (sound, manner, signal) => (changesNothing(manner) ? sound : applyManner(sound, manner, signal)),
    async close() {
      await Promise.all([...workers, ...decoding.free].map(thread => thread.stop()))
    },
  }
}

type Made = Awaited<ReturnType<ThreadSession['end']>>

function bytesOf(made: Made): Uint8Array {
  return 'bytes' in made ? made.bytes : new Uint8Array(0)
}

function samplesOf(made: Made): Float32Array {
  return 'samples' in made ? made.samples : new Float32Array(0)
}
