import { Worker } from 'node:worker_threads'
import { PlatformError } from '../../core/errors.ts'
import type { Sound } from '../../core/sound.ts'
import { dismissThread } from '../asked-thread/leaving.ts'
import { createInbox, type Inbox } from './inbox.ts'
import type { FromWorker, SpeechJob, ToWorker, WorkerSettings } from './protocol.ts'

export interface VoiceWorker {
  /** Hires the worker now, and resolves when it can speak. */
  load(): Promise<void>
  speak(job: SpeechJob, signal: AbortSignal): AsyncGenerator<Sound>
  /** Learns the voice of a recording before it is asked for, while nobody else has work. */
  learn(recording: Sound, signal: AbortSignal): Promise<void>
  readonly threadId: number | undefined
  close(): Promise<void>
}

export interface VoiceWorkerOptions {
  /** Asked for when a worker is hired: weights may still be on their way. */
  readonly settings: () => WorkerSettings
  readonly atOnce: number
  /** Seconds without work after which the worker goes; 0: never. */
  readonly idleSeconds: number
  /** What the worker runs; another for tests. */
  readonly entry?: URL
}

interface Hired {
  readonly worker: Worker
  readonly ready: Promise<void>
}

const ownEntry = new URL('./worker/entry.ts', import.meta.url)

/** The voices live in a thread of their own, which comes with the first request and again after it was lost. */
export function createVoiceWorker({
  settings,
  atOnce,
  idleSeconds,
  entry = ownEntry,
}: VoiceWorkerOptions): VoiceWorker {
  const inboxes = new Map<number, Inbox<Sound>>()
  let current: Hired | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0
  let isClosed = false
  let leaving: Promise<void> | undefined

  function hire(): Hired {
    const worker = new Worker(entry, { workerData: settings(), stdout: true, stderr: true })
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
    let isReady = false
    const end = (reason: string) => {
      const failure = isReady ? stopped(new Error(reason)) : notLoaded(reason)
      reject(failure)
      lose(worker, failure)
    }
    // Whoever waits for it is told by `lose`.
    ready.catch(() => undefined)
    worker.on('message', (message: FromWorker) => {
      if (message.type === 'not-ready') return end(message.reason)
      if (message.type !== 'ready') return deliver(message)
      isReady = true
      resolve()
    })
    worker.on('error', error => end(String(error)))
    worker.on('exit', code => end(`its thread ended with ${code}`))
    worker.unref()
    return { worker, ready }
  }

  function deliver(message: Exclude<FromWorker, { type: 'ready' | 'not-ready' }>): void {
    const inbox = inboxes.get(message.id)
    if (message.type === 'piece') inbox?.push(message.sound)
    else if (message.type === 'done') inbox?.end()
    else inbox?.fail(new Error('a voice failed', { cause: new Error(message.reason) }))
  }

  function lose(worker: Worker, failure = stopped()): void {
    if (current?.worker !== worker) return
    current = undefined
    clearTimeout(idle)
    for (const inbox of inboxes.values()) inbox.fail(failure)
    leaving = dismissThread(worker)
  }

  async function hired(): Promise<void> {
    if (isClosed) throw stopped()
    current ??= hire()
    const { worker, ready } = current
    if (inboxes.size > 0) worker.ref()
    await ready
  }

  function leave(id: number): void {
    inboxes.delete(id)
    if (inboxes.size > 0) return
    current?.worker.unref()
    clearTimeout(idle)
    if (idleSeconds > 0) idle = setTimeout(() => current && lose(current.worker), idleSeconds * 1000).unref()
  }

  function enter(): [number, Inbox<Sound>] {
    if (inboxes.size >= atOnce) throw busy(atOnce)
    clearTimeout(idle)
    lastId += 1
    const inbox = createInbox<Sound>()
    inboxes.set(lastId, inbox)
    return [lastId, inbox]
  }

  async function* answers(ask: (id: number) => ToWorker, signal: AbortSignal): AsyncGenerator<Sound> {
    signal.throwIfAborted()
    const [id, inbox] = enter()
    const abort = () => inbox.fail(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    const tell = (message: ToWorker) => current?.worker.postMessage(message)
    const begin = () => inboxes.get(id) === inbox && tell(ask(id))
    hired().then(begin, error => inbox.fail(error))
    try {
      for await (const sound of inbox) {
        tell({ type: 'took', id })
        yield sound
      }
    } finally {
      signal.removeEventListener('abort', abort)
      leave(id)
      tell({ type: 'stop', id })
    }
  }

  return {
    load: hired,
    speak: (job, signal) => answers(id => ({ type: 'speak', id, job }), signal),
    async learn(recording, signal) {
      await answers(id => ({ type: 'learn', id, recording }), signal).next()
    },
    get threadId() {
      return current?.worker.threadId
    },
    async close() {
      isClosed = true
      const worker = current?.worker
      if (!worker) return
      lose(worker)
      await leaving
    },
  }
}

function stopped(cause?: unknown): PlatformError {
  return new PlatformError('service_unavailable', 'The voice was interrupted. Try again.', { retryAfter: 1, cause })
}

function notLoaded(reason: string): PlatformError {
  const cause = new Error(reason)
  return new PlatformError('service_unavailable', 'The voices could not be loaded.', { retryAfter: 5, cause })
}

function busy(atOnce: number): PlatformError {
  const message = `The voices are busy: ${atOnce} requests are being spoken already. Try again in a moment.`
  return new PlatformError('service_unavailable', message, { retryAfter: 2 })
}
