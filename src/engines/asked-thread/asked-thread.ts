import { type Transferable, Worker } from 'node:worker_threads'
import type { Reply } from './answer-questions.ts'
import { dismissThread } from './leaving.ts'

export interface AskedThread<Question, Answer> {
  /** Puts a question to the thread. `moved` is handed over instead of copied. */
  ask(question: Question, moved?: readonly Transferable[]): Promise<Answer>
  close(): Promise<void>
}

export interface AskedThreadOptions {
  /** A module that ends in `answerQuestions`. */
  readonly module: URL
  /** What the thread starts with; may throw, for whoever asked. */
  readonly settings: () => unknown
  /** How long the thread is kept without questions. */
  readonly idleMs: number
  /** What those are told whose question it could not answer. */
  readonly failure: (cause: unknown) => Error
}

interface Waiting<Answer> {
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/** A thread that comes with the first question, answers one after the other, and goes when it was not needed for a while. */
export function createAskedThread<Question, Answer>(options: AskedThreadOptions): AskedThread<Question, Answer> {
  const { module, settings, idleMs, failure } = options
  const waiting = new Map<number, Waiting<Answer>>()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let closed = false
  let lastId = 0

  function lose(lost: Worker, cause: unknown): void {
    if (worker !== lost) return
    worker = undefined
    for (const { reject } of waiting.values()) reject(failure(cause))
    waiting.clear()
  }

  function hire(): Worker {
    const hired = new Worker(module, { workerData: settings() })
    hired.on('message', (reply: Reply<Answer>) => {
      const { resolve, reject } = waiting.get(reply.id) ?? {}
      waiting.delete(reply.id)
      if (waiting.size === 0) rest(hired)
      if ('answer' in reply) resolve?.(reply.answer)
      else reject?.(failure(reply.failed))
    })
    hired.on('error', cause => lose(hired, cause))
    hired.on('exit', cause => lose(hired, cause))
    return hired
  }

  function rest(resting: Worker): void {
    resting.unref()
    clearTimeout(idle)
    idle = setTimeout(() => void dismiss(), idleMs)
    idle.unref()
  }

  async function dismiss(): Promise<void> {
    clearTimeout(idle)
    const dismissed = worker
    if (dismissed) lose(dismissed, 'closed')
    if (dismissed) await dismissThread(dismissed)
  }

  return {
    async ask(question, moved = []) {
      if (closed) throw failure('closed')
      worker ??= hire()
      clearTimeout(idle)
      lastId += 1
      const { promise, resolve, reject } = Promise.withResolvers<Answer>()
      waiting.set(lastId, { resolve, reject })
      worker.ref()
      worker.postMessage({ id: lastId, question }, moved)
      return promise
    },
    async close() {
      closed = true
      await dismiss()
    },
  }
}
