import { Worker } from 'node:worker_threads'
import type { SoundFacts } from './decode-facts.ts'
import type { InspectReply, InspectRequest } from './inspect-worker.ts'
import { SoundError } from './sound-error.ts'

export type { SoundFacts } from './decode-facts.ts'
export { SoundError } from './sound-error.ts'

export interface SoundInspector {
  inspect(path: string, signal?: AbortSignal): Promise<SoundFacts>
  close(): Promise<void>
}

export interface SoundInspectorOptions {
  /** The time that one file may take, counted from when its turn comes. */
  seconds?: number
  maxAudioSeconds?: number
  /** How long the worker is kept without work. */
  idleSeconds?: number
}

type Job = {
  path: string
  signal: AbortSignal | undefined
  resolve(facts: SoundFacts): void
  reject(error: unknown): void
}

/** Decodes sound files in a worker thread, one at a time; the thread and the library in it come with the first file. */
export function createSoundInspector(options: SoundInspectorOptions = {}): SoundInspector {
  const { seconds = 20, maxAudioSeconds = 3600, idleSeconds = 30 } = options
  const waiting: Job[] = []
  let current: Job | undefined
  let worker: Worker | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  function hire(): Worker {
    const hired = new Worker(new URL('./inspect-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 64 },
    })
    const lost = (cause: unknown) => {
      if (worker !== hired) return
      worker = undefined
      finish(job => job.reject(new Error('The sound worker stopped.', { cause })))
    }
    hired.on('message', (reply: InspectReply) => worker === hired && finish(job => deliver(job, reply)))
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
      finish(job => job.reject(new SoundError(`The sound could not be decoded within ${seconds} seconds.`)))
    }, seconds * 1000)
    const request: InspectRequest = { path: current.path, maxAudioSeconds }
    worker.postMessage(request)
  }

  function finish(settle: (job: Job) => void) {
    if (current !== undefined) settle(current)
    next()
  }

  function cancel(job: Job) {
    const place = waiting.indexOf(job)
    if (place >= 0) waiting.splice(place, 1)
    job.reject(job.signal?.reason)
    if (job !== current) return
    void dismiss()
    next()
  }

  return {
    inspect(path, signal) {
      if (closed) return Promise.reject(new Error('The sound inspector is closed.'))
      if (signal?.aborted) return Promise.reject(signal.reason)
      const { promise, resolve, reject } = Promise.withResolvers<SoundFacts>()
      const job: Job = { path, signal, resolve, reject }
      const stop = () => cancel(job)
      signal?.addEventListener('abort', stop, { once: true })
      waiting.push(job)
      if (current === undefined) next()
      return promise.finally(() => signal?.removeEventListener('abort', stop))
    },
    async close() {
      closed = true
      const ended = current === undefined ? waiting.splice(0) : [current, ...waiting.splice(0)]
      for (const job of ended) job.reject(new Error('The sound inspector is closed.'))
      const gone = dismiss()
      next()
      clearTimeout(timer)
      await gone
    },
  }
}

function deliver(job: Job, reply: InspectReply) {
  if ('facts' in reply) job.resolve(reply.facts)
  else if ('refused' in reply) job.reject(new SoundError(reply.refused))
  else job.reject(new Error('The sound file could not be read.', { cause: reply.failed }))
}
