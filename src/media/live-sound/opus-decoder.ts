import { Worker } from 'node:worker_threads'
import { SoundError } from '../sound/sound-error.ts'
import type { OpusOrder, OpusReply } from './opus-protocol.ts'

export interface OpusDecoder {
  /** One stream; its first packets are its header. */
  open(): OpusDecoding
  close(): Promise<void>
}

export interface OpusDecoding {
  decode(packets: readonly Uint8Array[], head?: Uint8Array): Promise<Float32Array>
  close(): void
}

type Waiting = PromiseWithResolvers<Float32Array>

/** Decodes many streams in one thread, which comes with the first of them. */
export function createOpusDecoder(): OpusDecoder {
  const waiting = new Map<number, Waiting[]>()
  let worker: Worker | undefined
  let last = 0

  function hire(): Worker {
    const hired = new Worker(new URL('./opus-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    })
    hired.unref()
    hired.on('message', ({ stream, samples, failed }: OpusReply) => {
      const next = waiting.get(stream)?.shift()
      if (samples) next?.resolve(samples)
      else next?.reject(new SoundError(failed ?? 'The Opus stream could not be decoded.'))
      hold()
    })
    const lost = (cause: unknown) => {
      if (worker !== hired) return
      worker = undefined
      for (const queue of waiting.values()) {
        for (const { reject } of queue.splice(0)) reject(new Error('The thread that decodes Opus stopped.', { cause }))
      }
    }
    hired.on('error', lost)
    hired.on('exit', lost)
    return hired
  }

  /** The thread keeps the process alive only while somebody waits for it. */
  function hold(): void {
    if ([...waiting.values()].some(queue => queue.length > 0)) worker?.ref()
    else worker?.unref()
  }

  const send = (order: OpusOrder) => {
    worker ??= hire()
    worker.postMessage(order)
  }

  return {
    open() {
      const stream = ++last
      const queue: Waiting[] = []
      waiting.set(stream, queue)
      return {
        decode(packets, head) {
          const answer = Promise.withResolvers<Float32Array>()
          queue.push(answer)
          send({ type: 'decode', stream, packets, ...(head && { head }) })
          hold()
          return answer.promise
        },
        close() {
          waiting.delete(stream)
          for (const { reject } of queue.splice(0)) reject(new Error('The stream was closed.'))
          if (worker) send({ type: 'close', stream })
          hold()
        },
      }
    },
    async close() {
      const dismissed = worker
      worker = undefined
      await dismissed?.terminate()
    },
  }
}
