import { parentPort, workerData } from 'node:worker_threads'
import { detectorFrame } from '../../core/detector.ts'
import { leaveWhenTold } from '../asked-thread/leaving.ts'
import type { DetectorReply, DetectorRequest } from './detector-messages.ts'
import { Silero, SileroMemory } from './silero.ts'

/** More in one run make a frame no cheaper, and the first wait for the last. */
const mostRows = 64

interface Job {
  readonly id: number
  readonly frames: Float32Array
  readonly probabilities: Float32Array<ArrayBuffer>
  done: number
}

interface Listener {
  readonly memory: SileroMemory
  readonly jobs: Job[]
}

const listeners = new Map<number, Listener>()
let working = false

leaveWhenTold()
parentPort?.on('message', (request: DetectorRequest) => {
  if (request.kind === 'gone') {
    listeners.delete(request.stream)
    return
  }
  const listener = listeners.get(request.stream) ?? { memory: new SileroMemory(), jobs: [] }
  listeners.set(request.stream, listener)
  const { id, frames } = request
  listener.jobs.push({ id, frames, probabilities: new Float32Array(frames.length / detectorFrame), done: 0 })
  if (working) return
  working = true
  // What other listeners have sent in the same moment is waiting behind this message.
  setImmediate(() => void work())
})

const loading = Silero.load(workerData as string)
// Whoever waits for an answer is told; without this, the process would be told as well.
loading.catch(() => undefined)

async function work(): Promise<void> {
  for (;;) {
    const busy = [...listeners.values()].filter(({ jobs }) => jobs.length > 0).slice(0, mostRows)
    if (busy.length === 0) break
    await listen(busy)
  }
  working = false
}

async function listen(busy: readonly Listener[]): Promise<void> {
  try {
    const silero = await loading
    const frames = busy.map(({ jobs }) => frameOf(jobs[0]))
    const heard = await silero.probabilities(
      busy.map(({ memory }) => memory),
      frames,
    )
    for (const [row, { jobs }] of busy.entries()) advance(jobs, heard[row] ?? 0)
  } catch (failed) {
    for (const { jobs } of busy) {
      const job = jobs.shift()
      if (job) send({ id: job.id, failed })
    }
  }
}

function frameOf(job: Job | undefined): Float32Array {
  const from = (job?.done ?? 0) * detectorFrame
  return job?.frames.subarray(from, from + detectorFrame) ?? new Float32Array(detectorFrame)
}

function advance(jobs: Job[], probability: number): void {
  const job = jobs[0]
  if (job === undefined) return
  job.probabilities[job.done] = probability
  job.done += 1
  if (job.done < job.probabilities.length) return
  jobs.shift()
  send({ id: job.id, probabilities: job.probabilities })
}

function send(reply: DetectorReply): void {
  parentPort?.postMessage(reply)
}
