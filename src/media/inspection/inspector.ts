import { Worker } from 'node:worker_threads'
import type { InspectionReply } from './answer-inspections.ts'

export interface Inspector<Facts> {
  inspect(path: string, signal?: AbortSignal): Promise<Facts>
  close(): Promise<void>
}

export interface InspectorOptions {
  /** What is inspected, in the words of its errors: `sound`. */
  subject: string
  /** A module that ends in `answerInspections`. */
  worker: URL
  /** Handed to the worker with each file. */
  settings?: unknown
  /** The error that blames the file. */
  refuse(message: string): Error
  /** The time that one file may take, counted from when its turn comes. */
  seconds: number
  /** How long the worker is kept without work. */
  idleSeconds: number
}

type Job<Facts> = {
  path: string
  signal: AbortSignal | undefined
  resolve(facts: Facts): void
  reject(error: unknown): void
}

/** Reads files in a worker thread, one at a time; the thread and the library in it come with the first file. */
export function createInspector<Facts>(options: InspectorOptions): Inspector<Facts> {
  const { subject, settings, refuse, seconds, idleSeconds } = options
  const waiting: Job<Facts>[] = []
  let current: Job<Facts> | undefined
  let worker: Worker | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  function hire(): Worker {
    const hired = new Worker(options.worker, { resourceLimits: { maxOldGenerationSizeMb: 64 } })
    const lost = (cause: unknown) => {
      if (worker !== hired) return
      worker = undefined
      finish(job => job.reject(new Error(`The ${subject} worker stopped.`, { cause })))
    }
    hired.on('message', (reply: InspectionReply<Facts>) => worker === hired && finish(job => deliver(job, reply)))
    hired.on('error', lost)
    hired.on('exit', lost)
    return hired
  }

  /** Ends a worker in the middle of its work, too: the decoder's memory and files are released with the thread. */
  async function dismiss() {
    const dismissed = worker
    worker = undefined
    await dismissed?.terminate()
  }

  function next() {
    clearTimeout(timer)
    // Two files of one caller share a signal, and the second may come up while the first is being cancelled.
    do current = waiting.shift()
    while (current?.signal?.aborted)
    if (current === undefined) {
      worker?.unref()
      timer = setTimeout(() => void dismiss(), idleSeconds * 1000).unref()
      return
    }
    worker ??= hire()
    worker.ref()
    timer = setTimeout(() => {
      void dismiss()
      finish(job => job.reject(refuse(`The ${subject} could not be decoded within ${seconds} seconds.`)))
    }, seconds * 1000)
    worker.postMessage({ path: current.path, settings })
  }

  function finish(settle: (job: Job<Facts>) => void) {
    if (current !== undefined) settle(current)
    next()
  }

  function cancel(job: Job<Facts>) {
    const place = waiting.indexOf(job)
    if (place >= 0) waiting.splice(place, 1)
    job.reject(job.signal?.reason)
    if (job !== current) return
    void dismiss()
    next()
  }

  function deliver(job: Job<Facts>, reply: InspectionReply<Facts>) {
    if ('facts' in reply) job.resolve(reply.facts)
    else if ('refused' in reply) job.reject(refuse(reply.refused))
    else job.reject(new Error(`The ${subject} file could not be read.`, { cause: reply.failed }))
  }

  const closedError = () => new Error(`The ${subject} inspector is closed.`)

  return {
    inspect(path, signal) {
      if (closed) return Promise.reject(closedError())
      if (signal?.aborted) return Promise.reject(signal.reason)
      const { promise, resolve, reject } = Promise.withResolvers<Facts>()
      const job: Job<Facts> = { path, signal, resolve, reject }
      const stop = () => cancel(job)
      signal?.addEventListener('abort', stop, { once: true })
      waiting.push(job)
      if (current === undefined) next()
      return promise.finally(() => signal?.removeEventListener('abort', stop))
    },
    async close() {
      closed = true
      const ended = current === undefined ? waiting.splice(0) : [current, ...waiting.splice(0)]
      for (const job of ended) job.reject(closedError())
      const gone = dismiss()
      next()
      clearTimeout(timer)
      await gone
    },
  }
}
