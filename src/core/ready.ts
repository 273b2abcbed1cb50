/**
 * A stream that can also be asked for what is there already. Things that came together then need no turn of the event loop
 * between them, which is most of what a stream costs.
 */
export interface ReadyIterator<T> extends AsyncIterableIterator<T, undefined> {
  /** The next item, if it is there. Not to be called while `next` is waited for. */
  take(): T | undefined
  return(): Promise<IteratorResult<T, undefined>>
}

/** How to ask a stream for what is there; one that can't tell has nothing. */
export function takerOf<T>(iterator: AsyncIterator<T>): () => T | undefined {
  return canTake(iterator) ? () => iterator.take() : nothing
}

/** Calls back for each item, until the stream ends. */
export async function readAll<T>(stream: AsyncIterable<T>, read: (item: T) => void): Promise<void> {
  const items = stream[Symbol.asyncIterator]()
  const take = takerOf(items)
  let isOver = false
  try {
    for (;;) {
      const next = await items.next()
      if (next.done) break
      for (let item: T | undefined = next.value; item !== undefined; item = take()) read(item)
    }
    isOver = true
  } finally {
    if (!isOver) await items.return?.()
  }
}

/** Makes none, one or several things of an item. `last`: whatever follows in the stream is of no interest. */
export type Expand<In, Out> = (item: In, emit: (out: Out) => void) => 'last' | undefined

/** What a stream says at its end: when it ended by itself, and when it broke. A break that is not spoken of is thrown. */
export interface LastWords<Out> {
  atEnd?(emit: (out: Out) => void): void
  onError?(error: unknown, emit: (out: Out) => void): void
}

/** A stream of what each item is made into. */
export function expand<In, Out>(
  stream: AsyncIterable<In>,
  write: Expand<In, Out>,
  lastWords: LastWords<Out> = {},
): ReadyIterator<Out> {
  return new Expanded(stream[Symbol.asyncIterator](), write, lastWords)
}

class Expanded<In, Out> implements ReadyIterator<Out> {
  readonly #source: AsyncIterator<In>
  readonly #take: () => In | undefined
  readonly #write: Expand<In, Out>
  readonly #lastWords: LastWords<Out>
  readonly #made: Out[] = []
  readonly #emit = (out: Out) => void this.#made.push(out)
  #taken = 0
  #isOver = false

  constructor(source: AsyncIterator<In>, write: Expand<In, Out>, lastWords: LastWords<Out>) {
    this.#source = source
    this.#take = takerOf(source)
    this.#write = write
    this.#lastWords = lastWords
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  take(): Out | undefined {
    for (;;) {
      const out = this.#made[this.#taken]
      if (out !== undefined) {
        this.#taken += 1
        return out
      }
      this.#made.length = 0
      this.#taken = 0
      if (this.#isOver) return undefined
      try {
        const item = this.#take()
        if (item === undefined) return undefined
        this.#read(item)
      } catch (error) {
        this.#break(error)
      }
    }
  }

  async next(): Promise<IteratorResult<Out, undefined>> {
    for (;;) {
      const value = this.take()
      if (value !== undefined) return { done: false, value }
      if (this.#isOver) return { done: true, value: undefined }
      try {
        const next = await this.#source.next()
        if (this.#isOver) continue
        if (next.done) this.#end()
        else this.#read(next.value)
      } catch (error) {
        this.#break(error)
      }
    }
  }

  async return(): Promise<IteratorResult<Out, undefined>> {
    this.#made.length = 0
    if (!this.#isOver) {
      this.#isOver = true
      await this.#source.return?.()
    }
    return { done: true, value: undefined }
  }

  #read(item: In): void {
    if (this.#write(item, this.#emit) === 'last') this.#leave()
  }

  #end(): void {
    this.#isOver = true
    this.#lastWords.atEnd?.(this.#emit)
  }

  #break(error: unknown): void {
    this.#leave()
    if (!this.#lastWords.onError) throw error
    this.#lastWords.onError(error, this.#emit)
  }

  #leave(): void {
    if (this.#isOver) return
    this.#isOver = true
    // What the source makes of being left is its own concern: nobody waits for more of it.
    this.#source.return?.().catch(() => undefined)
  }
}

function canTake<T>(iterator: AsyncIterator<T>): iterator is ReadyIterator<T> {
  return 'take' in iterator
}

function nothing(): undefined {
  return undefined
}
