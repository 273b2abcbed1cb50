import { Worker } from 'node:worker_threads'
import { type DetectorStream, detectorFrame, type SpeechDetector } from '../../core/detector.ts'
import { dismissThread } from '../asked-thread/leaving.ts'
import type { DetectorReply, DetectorRequest } from './detector-messages.ts'
import { detectorModel } from './detector-model.ts'

interface Waiting {
  resolve(probabilities: Float32Array): void
  reject(error: unknown): void
}

/** One thread that listens for everybody; it comes with the first frame. */
export function createSpeechDetector(): SpeechDetector {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let closed = false
  let lastId = 0
  let lastStream = 0

  function lose(lost: Worker, cause: unknown): void {
    if (worker !== lost) return
    worker = undefined
    failAll(new Error('The speech detector stopped.', { cause }))
  }

  function failAll(error: Error): void {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  function hire(): Worker {
    const hired = new Worker(new URL('./detector-worker.ts', import.meta.url), {
      workerData: detectorModel,
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    })
    hired.on('message', (reply: DetectorReply) => {
      const { resolve, reject } = waiting.get(reply.id) ?? {}
      waiting.delete(reply.id)
      if (waiting.size === 0) hired.unref()
      if ('probabilities' in reply) resolve?.(reply.probabilities)
      else reject?.(new Error('The speech detector failed.', { cause: reply.failed }))
    })
    hired.on('error', cause => lose(hired, cause))
    hired.on('exit', cause => lose(hired, cause))
    return hired
  }

  function post(request: DetectorRequest): void {
    worker ??= hire()
    worker.ref()
    worker.postMessage(request)
  }

  function openStream(): DetectorStream {
    lastStream += 1
    const stream = lastStream
    let gone = false
    return {
      push(frames) {
        if (closed || gone) return Promise.reject(new Error('The speech detector is closed.'))
        if (frames.length % detectorFrame !== 0) {
          return Promise.reject(
            new RangeError(`frames are ${detectorFrame} samples each, got ${frames.length} samples`),
          )
        }
        if (frames.length === 0) return Promise.resolve(new Float32Array())
        const { promise, resolve, reject } = Promise.withResolvers<Float32Array>()
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        post({ kind: 'frames', id: lastId, stream, frames: Float32Array.from(frames) })
        return promise
      },
      close() {
        if (gone) return
        gone = true
        worker?.postMessage({ kind: 'gone', stream } satisfies DetectorRequest)
      },
    }
  }

  return {
    open: openStream,
    async close() {
      closed = true
      const dismissed = worker
      worker = undefined
      failAll(new Error('The speech detector is closed.'))
      if (dismissed) await dismissThread(dismissed)
    },
  }
}
