import { describe, expect, it } from 'vitest'
import type { NativeContext } from './binding.ts'
import { createSlots } from './slots.ts'

const numbers = (length: number, from = 0) => Array.from({ length }, (_, index) => from + index)

function stage(count: number, canForget = true) {
  const calls: (readonly unknown[])[] = []
  const context = {
    disposeSequence: (sequence: number) => calls.push(['all', sequence]),
    removeTokenCellsFromSequence(sequence: number, from: number) {
      calls.push(['from', sequence, from])
      return canForget
    },
  } as unknown as NativeContext
  const slots = createSlots(context, count)
  const say = (prompt: readonly number[], answer: readonly number[] = []) => {
    const { slot, cached } = slots.take(prompt)
    slot.tokens.push(...prompt.slice(cached), ...answer)
    return { slot, cached, leave: () => slots.give(slot) }
  }
  return { calls, say }
}

describe('the places of conversations', () => {
  it('keep what was said for the next turn', () => {
    const { calls, say } = stage(2)
    const first = say(numbers(20), numbers(5, 20))
    first.leave()
    const second = say([...numbers(25), 99])
    expect([second.slot, second.cached, calls]).toEqual([first.slot, 25, []])
  })

  it('forget what is said otherwise this time', () => {
    const { calls, say } = stage(1)
    say(numbers(30)).leave()
    const { cached, slot } = say([...numbers(20), 99, 98])
    expect([cached, calls]).toEqual([20, [['from', 0, 20]]])
    expect(slot.tokens).toEqual([...numbers(20), 99, 98])
  })

  it('read the last token anew when all of it is known', () => {
    const { say } = stage(1)
    say(numbers(20)).leave()
    expect(say(numbers(20)).cached).toBe(19)
  })

  it('begin anew where the model can not forget a part', () => {
    const { calls, say } = stage(1, false)
    say(numbers(30)).leave()
    expect(say([...numbers(20), 99]).cached).toBe(0)
    expect(calls.at(-1)).toEqual(['all', 0])
  })

  it('are taken from those who left longest ago, unless much is shared', () => {
    const { say } = stage(2)
    const [long, other] = [say(numbers(40)), say(numbers(40, 100))]
    long.leave()
    other.leave()
    const stranger = say([0, 1, 777])
    expect(stranger.slot).toBe(long.slot)
    stranger.leave()
    expect(say([...numbers(40, 100), 1]).slot).toBe(other.slot)
  })

  it('are beside those at work, where others are no better', () => {
    const { say } = stage(6)
    const all = [0, 1, 2, 3, 4, 5].map(() => say(numbers(40)))
    // The last to leave is the last of those that are as good.
    for (const place of [4, 1, 5, 0, 3, 2]) all[place]?.leave()
    const three = [say([...numbers(40), 1]), say([...numbers(40), 2]), say(numbers(9, 500))]
    expect(three.map(({ slot }) => slot.sequence)).toEqual([4, 5, 3])
  })

  it('are far from those at work where much more is known', () => {
    const { say } = stage(4)
    const filled = [say(numbers(40)), say(numbers(40, 100)), say(numbers(40, 200)), say(numbers(40, 300))]
    for (const one of filled) one.leave()
    expect(say([...numbers(40), 1]).slot.sequence).toBe(0)
    expect(say([...numbers(40, 200), 1]).slot.sequence).toBe(2)
  })
})
