import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createRota, type Steps } from './rota.ts'

function collector(ahead = 100) {
  const told: string[] = []
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const rota = createRota<string>(
    {
      onPiece: (id, piece) => told.push(`${id}:${piece}`),
      onDone: id => {
        told.push(`${id} done`)
        resolve()
      },
      onFailed: (id, error) => {
        told.push(`${id} failed: ${(error as Error).message}`)
        resolve()
      },
    },
    ahead,
  )
  return { rota, told, over }
}

async function* counting(count: number, begun: string[] = [], milliseconds = 0): Steps<string> {
  for (let i = 1; i <= count; i++) {
    await wait(milliseconds)
    begun.push(String(i))
    yield String(i)
  }
}

/** Comes to nothing so many times before it says something. */
async function* pondering(count: number, taken: string[], name: string): Steps<string> {
  for (let i = 0; i < count; i++) {
    taken.push(name)
    yield undefined
  }
  yield name
}

describe('the rota', () => {
  it('works in the background only while nobody else has work', async () => {
    const { rota, told } = collector()
    rota.add(1, counting(2), true)
    rota.add(2, counting(3))
    await expect.poll(() => told.filter(line => line.endsWith('done'))).toHaveLength(2)
    // Its first step was under way when the other came.
    expect(told).toEqual(['1:1', '2:1', '2:2', '2:3', '2 done', '1:2', '1 done'])
  })

  it('does not let one who ponders for long keep the others waiting', async () => {
    const { rota, told } = collector()
    const taken: string[] = []
    rota.add(1, pondering(30, taken, 'slow'))
    rota.add(2, counting(4, taken))
    await expect.poll(() => told.filter(line => line.endsWith('done'))).toHaveLength(2)
    expect(taken.indexOf('4')).toBeLessThan(12)
  })

  it('takes turns, and whoever has heard nothing goes first', async () => {
    const { rota, told } = collector()
    for (const id of [1, 2, 3]) rota.add(id, counting(3))
    await expect.poll(() => told.filter(line => line.endsWith('done'))).toHaveLength(3)
    expect(told.slice(0, 6)).toEqual(['1:1', '2:1', '3:1', '1:2', '2:2', '3:2'])
  })

  it('lets somebody new begin before it goes on with the others', async () => {
    const { rota, told } = collector()
    for (const id of [1, 2, 3, 4, 5, 6]) rota.add(id, counting(500, [], 2))
    await expect.poll(() => told.length).toBeGreaterThan(8)
    const before = told.length
    rota.add(7, counting(1))
    await expect.poll(() => told).toContain('7:1')
    expect(told.indexOf('7:1') - before).toBeLessThanOrEqual(2)
  })

  it('does not get further ahead than it may', async () => {
    const { rota, told } = collector(2)
    const begun: string[] = []
    rota.add(1, counting(9, begun))
    await expect.poll(() => told.length).toBe(2)
    await wait(20)
    expect(begun).toEqual(['1', '2'])
    rota.took(1)
    await expect.poll(() => told.length).toBe(3)
  })

  it('does no more for who is stopped', async () => {
    const { rota, told } = collector(2)
    const begun: string[] = []
    rota.add(1, counting(9, begun))
    await expect.poll(() => told.length).toBe(2)
    rota.stop(1)
    rota.took(1)
    await wait(20)
    expect(begun).toEqual(['1', '2'])
    expect(told).toEqual(['1:1', '1:2'])
  })

  it('goes on for the others when one fails, and counts silent steps as steps', async () => {
    const { rota, told } = collector()
    async function* failing(): Steps<string> {
      yield undefined
      throw new Error('broken')
    }
    rota.add(1, failing())
    rota.add(2, counting(2))
    await expect.poll(() => told).toContain('2 done')
    expect(told).toContain('1 failed: broken')
    expect(told).toContain('2:2')
  })
})
