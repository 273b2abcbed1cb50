import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createTurns } from './turns.ts'

/** Work that lasts until it is ended. */
function createWork() {
  const begun: string[] = []
  const ends = new Map<string, (fail?: Error) => void>()
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve, reject) => ends.set(name, fail => (fail ? reject(fail) : resolve(name))))
  }
  return { begun, work, end: (name: string, fail?: Error) => ends.get(name)?.(fail) }
}

describe('turns', () => {
  it('are taken in order, so many at once', async () => {
    const { begun, work, end } = createWork()
    const turns = createTurns(2)
    const all = ['a', 'b', 'c', 'd'].map(name => turns.take(work(name)))
    expect(begun).toEqual(['a', 'b'])
    end('b')
    await all[1]
    // Nobody passes those who wait.
    const late = turns.take(work('e'))
    await turn()
    expect(begun).toEqual(['a', 'b', 'c'])
    for (const name of ['a', 'c', 'd', 'e']) {
      end(name)
      await turn()
    }
    expect(await Promise.all([...all, late])).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('pass on when work fails', async () => {
    const { work, end } = createWork()
    const turns = createTurns(1)
    const first = turns.take(work('a'))
    const second = turns.take(work('b'))
    end('a', new Error('broken'))
    await expect(first).rejects.toThrow('broken')
    end('b')
    expect(await second).toBe('b')
  })

  it('are given up by those who leave while they wait', async () => {
    const { begun, work, end } = createWork()
    const turns = createTurns(1)
    const leaving = new AbortController()
    const first = turns.take(work('a'), leaving.signal)
    const second = turns.take(work('b'), leaving.signal)
    const third = turns.take(work('c'))
    leaving.abort()
    await expect(second).rejects.toMatchObject({ name: 'AbortError' })
    end('a')
    expect(await first).toBe('a')
    await turn()
    end('c')
    expect(await third).toBe('c')
    expect(begun).toEqual(['a', 'c'])
    await expect(turns.take(work('d'), leaving.signal)).rejects.toMatchObject({ name: 'AbortError' })
  })
})
