import { parentPort, type Worker } from 'node:worker_threads'

const leave = 'leave'

/** In the thread, before it listens for anything else. */
export function leaveWhenTold(): void {
  parentPort?.on('message', message => {
    if (message === leave) process.exit()
  })
}

/**
 * Lets a thread end between two runs of its network. A thread that is cut in the middle of one takes the whole process with
 * it: the runtime can't bear it. One that does not come back is cut all the same.
 */
export async function dismissThread(worker: Worker, withinMs = 10_000): Promise<void> {
  if (worker.threadId < 0) return
  worker.ref()
  const gone = new Promise<void>(resolve => worker.once('exit', () => resolve()))
  worker.postMessage(leave)
  const timer = setTimeout(() => void worker.terminate(), withinMs)
  await gone
  clearTimeout(timer)
}
