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

const entry = new URL('./child/entry.ts', import.meta.url)

/**
 * llama.cpp in a process of its own: it comes with the first job, again after it was lost, and goes when there has been
 * no job for a while.
 */
export function createModelProcess(options: LoadOptions, idleSeconds: number): ModelProcess {
  const waiting = new Map<number, Waiting>()
  let current: { readonly child: ChildProcess; readonly ready: Promise<void> } | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0
  let isClosed = false

  function lose(child: ChildProcess): void {
    if (current?.child !== child) return
    current = undefined
    clearTimeout(idle)
    const lost = [...waiting.values()]
    waiting.clear()
    for (const { onLost } of lost) onLost()
  }

  function hire(): { readonly child: ChildProcess; readonly ready: Promise<void> } {
    // What the library prints is nobody's answer.
    const child = fork(entry, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] })
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
    ready.catch(() => lose(child))
    child.on('message', (message: FromChild) => {
      if (message.type === 'loaded') return resolve()
      if (message.type === 'not-loaded') return reject(notLoaded(message.reason))
      const job = waiting.get(message.id)
      if (isLast(message)) leave(message.id)
      job?.onReply(message)
    })
    child.on('error', error => reject(notLoaded(error.message)))
    child.on('exit', (code, signal) => {
      reject(notLoaded(`its process ended with ${signal ?? code}`))
      lose(child)
    })
    tell(child, { type: 'load', options })
    return { child, ready }
  }

  function leave(id: number): void {
    waiting.delete(id)
    if (waiting.size > 0) return
    clearTimeout(idle)
    idle = setTimeout(dismiss, idleSeconds * 1000).unref()
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
      clearTimeout(idle)
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

function notLoaded(reason: string): PlatformError {
  return new PlatformError('service_unavailable', 'The language model could not be loaded.', {
    retryAfter: 5,
    cause: new Error(reason),
  })
}
