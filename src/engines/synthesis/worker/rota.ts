/** Work that goes on in steps. A step may come to nothing that is worth telling. */
export type Steps<T> = AsyncGenerator<T | undefined, void>

export interface RotaEvents<T> {
  onPiece(id: number, piece: T): void
  onDone(id: number): void
  onFailed(id: number, error: unknown): void
}

export interface Rota<T> {
  /** In the background: only while nobody else has work. */
  add(id: number, steps: Steps<T>, isBackground?: boolean): void
  /** What was made has been taken. */
  took(id: number): void
  stop(id: number): void
}

interface Job<T> {
  readonly id: number
  readonly steps: Steps<T>
  readonly isBackground: boolean
  hasBegun: boolean
  stepsTaken: number
  untaken: number
}

/** Steps that come to nothing before somebody who has heard nothing waits in turn like the others: a voice that is being learnt takes many. */
const hurriedSteps = 3

/** Takes turns, one step at a time: first who has heard nothing yet, then in a circle. Nobody gets far ahead of its reader. */
export function createRota<T>(events: RotaEvents<T>, ahead: number): Rota<T> {
  const jobs: Job<T>[] = []
  let isWorking = false

  function next(): Job<T> | undefined {
    const ready = jobs.filter(job => job.untaken < ahead)
    const waited = ready.filter(job => !job.isBackground)
    return waited.find(job => !job.hasBegun && job.stepsTaken < hurriedSteps) ?? waited[0] ?? ready[0]
  }

  function remove(job: Job<T>): boolean {
    const place = jobs.indexOf(job)
    if (place < 0) return false
    jobs.splice(place, 1)
    return true
  }

  async function step(job: Job<T>): Promise<void> {
    try {
      job.stepsTaken += 1
      const { value, done } = await job.steps.next()
      if (!jobs.includes(job)) return
      if (done && remove(job)) return events.onDone(job.id)
      remove(job)
      jobs.push(job)
      if (value === undefined || value === null) return
      job.hasBegun = true
      job.untaken += 1
      events.onPiece(job.id, value)
    } catch (error) {
      if (remove(job)) events.onFailed(job.id, error)
    }
  }

  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    for (let job = next(); job; job = next()) {
      await step(job)
      // What has been said to this thread meanwhile comes first: somebody may have left.
      await new Promise(setImmediate)
    }
    isWorking = false
  }

  return {
    add(id, steps, isBackground = false) {
      jobs.push({ id, steps, isBackground, hasBegun: false, stepsTaken: 0, untaken: 0 })
      void work()
    },
    took(id) {
      const job = jobs.find(one => one.id === id)
      if (job) job.untaken -= 1
      void work()
    },
    stop(id) {
      const job = jobs.find(one => one.id === id)
      if (job) remove(job)
    },
  }
}
