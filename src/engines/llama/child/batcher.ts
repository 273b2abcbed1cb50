import type { NativeContext, NativeSampler } from './binding.ts'
import type { Slot } from './slots.ts'

/** A conversation that is being continued. */
export interface Writer {
  readonly slot: Slot
  readonly sampler: NativeSampler
  /** What it has yet to read before it can say the next token. */
  pending: number[]
  onToken(token: number): void
  onError(error: unknown): void
}

export interface Batcher {
  add(writer: Writer): void
  /** Whatever is under way for it is thrown away. */
  remove(writer: Writer): void
  /** In turn, when nothing is being computed: only then may conversations be changed. */
  between<T>(chore: () => T): Promise<T>
}

/** Whoever writes waits for what others have to read: they read in portions. */
const portion = 128
const lastOnly = (length: number) => Uint32Array.of(length - 1)

/** All conversations take their steps together, one token each: that costs little more than one of them alone. */
export function createBatcher(context: NativeContext, batch: number): Batcher {
  const writers = new Set<Writer>()
  const chores: (() => void)[] = []
  let isRunning = false

  /** Who says a token in this step, and where its likelihoods will be found. */
  function fill(): Map<Writer, number> {
    const parts = new Map<Writer, number>()
    const isAlone = writers.size === 1
    let room = batch
    for (const writer of writers) {
      const length = Math.min(writer.pending.length, room, isAlone ? batch : portion)
      if (length > 0) parts.set(writer, length)
      room -= length
    }
    context.initBatch(batch - room)
    const speakers = new Map<Writer, number>()
    // llama.cpp computes neighbours together, and whoever is out of order by himself.
    for (const [writer, length] of [...parts].toSorted(([one], [other]) => one.slot.sequence - other.slot.sequence)) {
      const { slot, pending } = writer
      const read = pending.splice(0, length)
      const isLast = pending.length === 0
      const [place] = context.addToBatch(
        slot.sequence,
        slot.tokens.length,
        Uint32Array.from(read),
        isLast ? lastOnly(length) : new Uint32Array(),
      )
      for (const token of read) slot.tokens.push(token)
      if (isLast && place !== undefined) speakers.set(writer, place)
    }
    // Those for whom there was no room come first the next time.
    for (const writer of parts.keys()) if (writers.delete(writer)) writers.add(writer)
    return speakers
  }

  async function step(): Promise<void> {
    const speakers = fill()
    await context.decodeBatch()
    await Promise.all(
      [...speakers].map(async ([writer, place]) => {
        if (!writers.has(writer)) return
        try {
          const token = await context.sampleToken(place, writer.sampler)
          if (writers.has(writer)) writer.onToken(token)
        } catch (error) {
          if (writers.delete(writer)) writer.onError(error)
        }
      }),
    )
  }

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    while (writers.size > 0 || chores.length > 0) {
      for (const chore of chores.splice(0)) chore()
      if (writers.size > 0) await step().catch(failAll)
    }
    isRunning = false
  }

  function failAll(error: unknown): void {
    const all = [...writers]
    writers.clear()
    for (const writer of all) {
      // Nobody knows how much of it was read.
      context.disposeSequence(writer.slot.sequence)
      writer.slot.tokens = []
      writer.onError(error)
    }
  }

  return {
    add(writer) {
      writers.add(writer)
      void run()
    },
    remove(writer) {
      writers.delete(writer)
    },
    between: chore =>
      new Promise((resolve, reject) => {
        chores.push(() => {
          try {
            resolve(chore())
          } catch (error) {
            reject(error)
          }
        })
        void run()
      }),
  }
}
