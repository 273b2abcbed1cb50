import { describe, expect, it } from 'vitest'
import { interleave } from './interleave.ts'

async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of stream) all.push(item)
  return all
}

async function* of<T>(...items: T[]) {
  yield* items
}

describe('interleave', () => {
  it('keeps the order of each stream and loses nothing', async () => {
    const all = await collect(interleave([of('a', 'b', 'c'), of('x'), of<string>()]))
    expect(all.filter(([from]) => from === 0).map(([, item]) => item)).toEqual(['a', 'b', 'c'])
    expect(all.filter(([from]) => from === 1).map(([, item]) => item)).toEqual(['x'])
    expect(all).toHaveLength(4)
  })

  it('does not wait for a slow stream while another has something', async () => {
    const gate = Promise.withResolvers<string>()
    async function* slow() {
      yield await gate.promise
    }
    const both = interleave([slow(), of('quick')])
    expect((await both.next()).value).toEqual([1, 'quick'])
    gate.resolve('slow')
    expect((await both.next()).value).toEqual([0, 'slow'])
    expect((await both.next()).done).toBe(true)
  })

  it('throws what a stream throws, and ends the others', async () => {
    let ended = false
    async function* endless() {
      try {
        for (;;) yield 'more'
      } finally {
        ended = true
      }
    }
    async function* failing(): AsyncGenerator<string> {
      yield 'one'
      throw new Error('broken')
    }
    await expect(collect(interleave([failing(), endless()]))).rejects.toThrow('broken')
    expect(ended).toBe(true)
  })

  it('ends all streams when the reader leaves', async () => {
    const ended: number[] = []
    async function* endless(number: number) {
      try {
        for (;;) yield number
      } finally {
        ended.push(number)
      }
    }
    for await (const _ of interleave([endless(0), endless(1)])) break
    expect(ended.sort()).toEqual([0, 1])
  })
})
