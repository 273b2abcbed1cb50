import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createQueue } from './queue.ts'

const stays = () => new AbortController().signal

describe('the queue', () => {
  it('lets so many in at once, and the others in the order in which they came', async () => {
    const queue = createQueue(2, 10)
    const order: number[] = []
    const enter = async (number: number) => {
      const leave = await queue.enter(stays())
      order.push(number)
      return leave
    }
    const [first, second] = [await enter(1), await enter(2)]
    const [third, fourth] = [enter(3), enter(4)]
    await Promise.resolve()
    expect(order).toEqual([1, 2])
    second()
    second()
    await third
    await Promise.resolve()
    expect(order).toEqual([1, 2, 3])
    first()
    await fourth
    expect(order).toEqual([1, 2, 3, 4])
  })

  it('turns away whoever would wait behind too many, and says when to come again', async () => {
    const queue = createQueue(1, 1)
    await queue.enter(stays())
    void queue.enter(stays())
    await expect(queue.enter(stays())).rejects.toMatchObject({ code: 'service_unavailable', retryAfter: 2 })
  })

  it('gives the place of one who leaves to the next', async () => {
    const queue = createQueue(1, 2)
    const leave = await queue.enter(stays())
    const gone = new AbortController()
    const left = queue.enter(gone.signal)
    const next = queue.enter(stays())
    gone.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    leave()
    await expect(next).resolves.toBeTypeOf('function')
  })

  it('keeps nothing of a signal that lives on', async () => {
    const queue = createQueue(1, 2)
    const { signal } = new AbortController()
    const leave = await queue.enter(signal)
    const next = queue.enter(signal)
    leave()
    await next
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})
