import { Worker } from 'node:worker_threads'
import { SoundError } from '../sound-error.ts'
import type { Made, Order, Reply, SoundPiece, Step, Task } from './protocol.ts'

export interface ThreadSession {
  push(piece: SoundPiece): Promise<Made>
  end(): Promise<Made>
  close(): void
}

/** A worker that is there while there is work, and a while longer. */
export class SoundThread {
  readonly #idleMs: number
  readonly #sessions = new Map<number, PromiseWithResolvers<Made>[]>()
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #count = 0

  constructor(idleMs: number) {
    this.#idleMs = idleMs
  }

  get load(): number {
    return this.#sessions.size
  }

  /** A task that can't be begun shows with the first step. */
  open(task: Task): ThreadSession {
    clearTimeout(this.#idle)
    this.#worker ??= this.#hire()
    this.#worker.ref()
    const session = this.#count++
    this.#sessions.set(session, [])
    const opened = this.#ask(session, { type: 'open', task })
    opened.catch(() => undefined)
    const ask = async (step: Step) => {
      const answer = this.#ask(session, step)
      // Steps behind a failed one fail as well; the first reason is the true one.
      answer.catch(() => undefined)
      await opened
      return answer
    }
    return {
      push: ({ samples, rate }) => ask({ type: 'push', piece: { samples: samples.slice(), rate } }),
      end: () => ask({ type: 'end' }),
      close: () => this.#close(session),
    }
  }

  /** Ends it in the middle of its work, too: what the decoder holds is released with the thread. */
  async stop(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#lose(new Error('The sound worker was stopped.'))
    await worker?.terminate()
  }

  #hire(): Worker {
    const worker = new Worker(new URL('./sound-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    })
    worker.on('message', ({ session, answer }: Reply) => {
      const waiting = this.#sessions.get(session)?.shift()
      if (!waiting) return
      if ('made' in answer) waiting.resolve(answer.made)
      else if ('refused' in answer) waiting.reject(new SoundError(answer.refused))
      else waiting.reject(new Error('The sound could not be worked on.', { cause: answer.failed }))
    })
    const lost = (cause: unknown) => {
      if (this.#worker === worker) this.#lose(new Error('The sound worker stopped.', { cause }))
    }
    worker.on('error', lost)
    worker.on('exit', lost)
    return worker
  }

  #lose(error: Error): void {
    this.#worker = undefined
    for (const waiting of this.#sessions.values()) for (const one of waiting.splice(0)) one.reject(error)
  }

  #ask(session: number, step: Step): Promise<Made> {
    const waiting = this.#sessions.get(session)
    if (!waiting || !this.#worker) return Promise.reject(new Error('The sound session is over.'))
    const answer = Promise.withResolvers<Made>()
    waiting.push(answer)
    const order: Order = { session, step }
    const transfer = step.type === 'push' ? [step.piece.samples.buffer as ArrayBuffer] : []
    this.#worker.postMessage(order, transfer)
    return answer.promise
  }

  #close(session: number): void {
    const waiting = this.#sessions.get(session)
    if (!waiting) return
    this.#sessions.delete(session)
    for (const one of waiting) one.reject(new Error('The sound session was closed.'))
    const order: Order = { session, step: { type: 'close' } }
    this.#worker?.postMessage(order)
    if (this.#sessions.size > 0) return
    this.#worker?.unref()
    this.#idle = setTimeout(() => void this.stop(), this.#idleMs).unref()
  }
}
