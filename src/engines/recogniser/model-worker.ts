import { Worker } from 'node:worker_threads'
import { dismissThread } from '../asked-thread/leaving.ts'
import type { Task, Transcript } from './model.ts'
import type { WorkerModel, WorkerReply, WorkerRequest } from './worker-messages.ts'

type Answer = Exclude<WorkerReply, { failed: unknown }>
type Question = { kind: 'recognise'; task: Task } | { kind: 'language'; samples: Float32Array }

interface Job {
  readonly question: Question
  readonly urgent: boolean
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/** Stretches that one thread works on at the same time; the others wait outside, where they can be put in order. */
const mostAtOnce = 2
/** Urgent ones do not wait for those: in the thread, those wait for them. */
const mostUrgent = 6

/** One network in a thread of its own, which comes with the first stretch and goes after a while without any. */
export class ModelWorker {
  readonly #model: WorkerModel
  readonly #idleSeconds: number
  readonly #waiting: Job[] = []
  readonly #running = new Map<number, Job>()
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #lastId = 0

  constructor(model: WorkerModel, idleSeconds: number) {
    this.#model = model
    this.#idleSeconds = idleSeconds
  }

  async recognise(task: Task, urgent: boolean, signal: AbortSignal): Promise<Transcript> {
    const answer = await this.#ask({ kind: 'recognise', task }, urgent, signal)
    if (!('transcript' in answer)) throw new Error('The recogniser answered something else.')
    return answer.transcript
  }

  async language(samples: Float32Array, signal: AbortSignal): Promise<string> {
    const answer = await this.#ask({ kind: 'language', samples }, true, signal)
    if (!('language' in answer)) throw new Error('The recogniser answered something else.')
    return answer.language
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const dismissed = this.#worker
    this.#worker = undefined
    this.#failAll(new Error('The recogniser is closed.'))
    if (dismissed) await dismissThread(dismissed)
  }

  #ask(question: Question, urgent: boolean, signal: AbortSignal): Promise<Answer> {
    if (signal.aborted) return Promise.reject(signal.reason)
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const job: Job = { question, urgent, resolve, reject }
    const stop = () => this.#cancel(job, signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    // Whoever waits for words while speaking goes before those who wait for a file.
    const place = urgent ? this.#waiting.findIndex(other => !other.urgent) : -1
    this.#waiting.splice(place < 0 ? this.#waiting.length : place, 0, job)
    this.#next()
    return promise.finally(() => signal.removeEventListener('abort', stop))
  }

  #next(): void {
    clearTimeout(this.#idle)
    for (;;) {
      const [job] = this.#waiting
      if (job === undefined || this.#running.size >= (job.urgent ? mostUrgent : mostAtOnce)) break
      this.#waiting.shift()
      this.#worker ??= this.#hire()
      this.#worker.ref()
      this.#lastId += 1
      this.#running.set(this.#lastId, job)
      this.#worker.postMessage({ ...job.question, id: this.#lastId } satisfies WorkerRequest)
    }
    if (this.#running.size > 0 || this.#worker === undefined) return
    this.#worker.unref()
    this.#idle = setTimeout(() => void this.close(), this.#idleSeconds * 1000).unref()
  }

  #cancel(job: Job, reason: unknown): void {
    const place = this.#waiting.indexOf(job)
    if (place >= 0) this.#waiting.splice(place, 1)
    // A running one keeps its place until the thread has noticed: it is still busy with it.
    for (const [id, running] of this.#running) {
      if (running === job) this.#worker?.postMessage({ kind: 'stop', id } satisfies WorkerRequest)
    }
    job.reject(reason)
  }

  #hire(): Worker {
    const hired = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: this.#model,
      // Numbers live outside of it: a large nursery would only put off giving them back.
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    })
    hired.on('message', (reply: WorkerReply) => this.#deliver(reply))
    hired.on('error', cause => this.#lose(hired, cause))
    hired.on('exit', cause => this.#lose(hired, cause))
    return hired
  }

  #deliver(reply: WorkerReply): void {
    const job = this.#running.get(reply.id)
    this.#running.delete(reply.id)
    if ('failed' in reply) job?.reject(new Error('The recogniser failed.', { cause: reply.failed }))
    else job?.resolve(reply)
    this.#next()
  }

  #lose(lost: Worker, cause: unknown): void {
    if (this.#worker !== lost) return
    this.#worker = undefined
    this.#failAll(new Error('The recogniser stopped.', { cause }))
  }

  #failAll(error: Error): void {
    const jobs = [...this.#running.values(), ...this.#waiting.splice(0)]
    this.#running.clear()
    for (const { reject } of jobs) reject(error)
  }
}
