import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { PlatformError } from '../../core/errors.ts'
import type { FromChild, JobReply, LlamaJob, LoadOptions, ToChild } from './protocol.ts'

export type OnReply = (reply: JobReply) => void

export interface ModelProcess {
  /** Resolves when the job has been handed over. `onLost` is called should the process end before the job. */
  start(type: 'generate' | 'count', job: LlamaJob, onReply: OnReply, onLost: () => void): Promise<number>
  cancel(id: number): void
  /** Of the process that runs now, if one does. */
  readonly pid: number | undefined
  close(): Promise<void>
}

interface Waiting {
  readonly onReply: OnReply
  readonly onLost: () => void
}

/** What a test does otherwise. */
export interface Surroundings {
  spawn(usesGpu: boolean): ChildProcess
  /** Calls back after a while, unless what it returns is called before. */
  after(milliseconds: number, callback: () => void): () => void
}

const entry = new URL('./child/entry.ts', import.meta.url)
/** Weights in large pages are read a tenth faster. Nothing else of the server's environment is the child's business. */
const forProcessor = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' }
const real: Surroundings = {
  spawn: usesGpu =>
    fork(entry, {
      // What the library prints is nobody's answer.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
      // The drivers of GPUs are told by the environment what to do.
      ...(!usesGpu && { env: forProcessor }),
    }),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds).unref()
    return () => clearTimeout(timer)
  },
}

/**
 * llama.cpp in a process of its own: it comes with the first job, again after it was lost, and goes when there has been
 * no job for a while.
 */
export function createModelProcess(
  options: LoadOptions,
  idleSeconds: number,
  { spawn, after }: Surroundings = real,
): ModelProcess {
  const waiting = new Map<number, Waiting>()
  let current: { readonly child: ChildProcess; readonly ready: Promise<void> } | undefined
  let keep = () => {}
  let lastId = 0
  let isClosed = false

  function lose(child: ChildProcess): void {
    if (current?.child !== child) return
    current = undefined
    keep()
    const lost = [...waiting.values()]
    waiting.clear()
    for (const { onLost } of lost) onLost()
  }

  function hire(): { readonly child: ChildProcess; readonly ready: Promise<void> } {
    const child = spawn(options.gpuLayers > 0)
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
    ready.catch(() => lose(child))
    child.on('message', (messages: FromChild) => {
      for (const message of messages) {
        if (message.type === 'loaded') resolve()
        else if (message.type === 'not-loaded') reject(notLoaded(message.reason, message.shown))
        else hear(message)
      }
    })
    child.on('error', error => reject(notLoaded(error.message)))
    child.on('exit', (code, signal) => {
      reject(notLoaded(`its process ended with ${signal ?? code}`))
      lose(child)
    })
    tell(child, { type: 'load', options })
    return { child, ready }
  }

  function hear(reply: JobReply): void {
    const job = waiting.get(reply.id)
    if (isLast(reply)) leave(reply.id)
    job?.onReply(reply)
  }

  function leave(id: number): void {
    waiting.delete(id)
    if (waiting.size > 0) return
    keep()
    keep = after(idleSeconds * 1000, dismiss)
  }

  function dismiss(): void {
    const dismissed = current?.child
    if (!dismissed) return
    lose(dismissed)
    dismissed.kill('SIGKILL')
  }

  return {
    get pid() {
      return current?.child.pid
    },
    async start(type, job, onReply, onLost) {
      if (isClosed) throw new PlatformError('service_unavailable', 'The language model has been stopped.')
      keep()
      current ??= hire()
      const { child, ready } = current
      await ready
      lastId += 1
      const id = lastId
      if (current?.child !== child) onLost()
      else waiting.set(id, { onReply, onLost })
      tell(child, { type, id, job })
      return id
    },
    cancel(id) {
      if (current) tell(current.child, { type: 'cancel', id })
    },
    async close() {
      isClosed = true
      const child = current?.child
      if (!child) return
      const exited = once(child, 'exit')
      dismiss()
      await exited
    },
  }
}

function isLast({ type }: JobReply): boolean {
  return type !== 'begun' && type !== 'pieces'
}

/** A process that has gone is noticed by its exit. */
function tell(child: ChildProcess, message: ToChild): void {
  child.send(message, () => {})
}

function notLoaded(reason: string, shown = 'The language model could not be loaded.'): PlatformError {
  return new PlatformError('service_unavailable', shown, {
    retryAfter: 5,
    cause: new Error(reason),
  })
}
