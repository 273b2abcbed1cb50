import { expand } from './ready.ts'

/**
 * Several streams as one, each item with the number of its stream, in the order in which they come. Each stream is at most
 * one item ahead of the reader. When the reader leaves, all are ended.
 */
export function interleave<T>(streams: readonly AsyncIterable<T>[]): AsyncIterableIterator<readonly [number, T]> {
  const [only] = streams
  return only && streams.length === 1 ? expand(only, numberFirst) : interleaveSeveral(streams)
}

function numberFirst<T>(item: T, emit: (out: readonly [number, T]) => void): undefined {
  emit([0, item])
}

async function* interleaveSeveral<T>(streams: readonly AsyncIterable<T>[]): AsyncGenerator<readonly [number, T]> {
  const iterators = streams.map(stream => stream[Symbol.asyncIterator]())
  const arrived: { from: number; result: IteratorResult<T> }[] = []
  let failure: { error: unknown } | undefined
  let wake = () => {}

  const advance = (from: number) => {
    iterators[from]?.next().then(
      result => {
        arrived.push({ from, result })
        wake()
      },
      error => {
        failure ??= { error }
        wake()
      },
    )
  }
  let running = iterators.length
  try {
    for (let from = 0; from < iterators.length; from++) advance(from)
    while (running > 0) {
      const next = arrived.shift()
      if (failure) throw failure.error
      if (!next) {
        await new Promise<void>(resolve => {
          wake = resolve
        })
        continue
      }
      if (next.result.done) {
        running--
        continue
      }
      yield [next.from, next.result.value]
      advance(next.from)
    }
  } finally {
    await Promise.allSettled(iterators.map(iterator => iterator.return?.()))
  }
}
