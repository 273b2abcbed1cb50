import { describe, expect, it } from 'vitest'
import { expand, type ReadyIterator, readAll, takerOf } from './ready.ts'

/** Hands out its items in groups: the first of each is waited for, the others are there with it. */
function groups(given: readonly (readonly number[])[]): ReadyIterator<number> & { waits: number; left: number } {
  const waiting = given.map(group => [...group])
  let ready: number[] = []
  return {
    waits: 0,
    left: 0,
    take: () => ready.shift(),
    async next() {
      this.waits++
      ready = waiting.shift() ?? []
      const value = ready.shift()
      return value === undefined ? { done: true, value } : { done: false, value }
    },
    async return() {
      this.left++
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

async function* slowly(...items: number[]) {
  yield* items
}

async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  await readAll(stream, item => all.push(item))
  return all
}

describe('reading all', () => {
  it('waits once for what came together', async () => {
    const source = groups([[1, 2, 3], [4]])
    expect(await collect(source)).toEqual([1, 2, 3, 4])
    expect(source.waits).toBe(3)
  })

  it('leaves the stream when the reader throws', async () => {
    const source = groups([[1, 2]])
    const broken = () => {
      throw new Error('no')
    }
    await expect(readAll(source, broken)).rejects.toThrow('no')
    expect(source.left).toBe(1)
  })
})

describe('expanding', () => {
  const twice = (item: number, emit: (out: string) => void) => {
    if (item % 2 === 1) emit(`${item}a`)
    if (item % 2 === 1) emit(`${item}b`)
    return item === 7 ? 'last' : undefined
  }
  const end = { atEnd: (emit: (out: string) => void) => emit('end') }

  it.each([
    ['in groups', () => groups([[1, 2, 3], [5]])],
    ['one by one', () => slowly(1, 2, 3, 5)],
  ])('makes none or several of each, and more at the end: %s', async (_, source) => {
    expect(await collect(expand(source(), twice, end))).toEqual(['1a', '1b', '3a', '3b', '5a', '5b', 'end'])
  })

  it('hands out what is there without waiting', async () => {
    const stream = expand(groups([[1, 2, 3], [5]]), twice)
    expect(await stream.next()).toEqual({ done: false, value: '1a' })
    const take = takerOf(stream)
    expect([take(), take(), take(), take()]).toEqual(['1b', '3a', '3b', undefined])
  })

  it('leaves the source after the last', async () => {
    const source = groups([[7, 9], [11]])
    expect(await collect(expand(source, twice, end))).toEqual(['7a', '7b'])
    expect(source.left).toBe(1)
  })

  it('leaves the source with its reader', async () => {
    const source = groups([[1], [3]])
    for await (const _ of expand(source, twice)) break
    expect(source.left).toBe(1)
  })

  it('throws what breaks, or says its last words', async () => {
    const breaks = (): undefined => {
      throw new Error('broken')
    }
    await expect(collect(expand(groups([[1]]), breaks))).rejects.toThrow('broken')
    const said = expand(groups([[1]]), breaks, { onError: (error, emit: (out: string) => void) => emit(String(error)) })
    expect(await collect(said)).toEqual(['Error: broken'])
  })
})
