import { expect, it } from 'vitest'
import type { Sound } from '../../core/sound.ts'
import { gather } from '../../media/gather.ts'
import { createSoundMemory } from './sound-memory.ts'

const sound = (count: number): Sound => ({ samples: new Float32Array(count), rate: 24_000 })

function maker(...sounds: Sound[]) {
  let made = 0
  return {
    get made() {
      return made
    },
    async *make() {
      made += 1
      yield* sounds
    },
  }
}

it('what was spoken once is given again', async () => {
  const memory = createSoundMemory(10_000)
  const phrase = maker(sound(10), sound(20))
  const first = await gather(memory.recall('a', phrase.make))
  expect(await gather(memory.recall('a', phrase.make))).toEqual(first)
  expect(phrase.made).toBe(1)
})

it('what was left in the middle, or failed, is not kept', async () => {
  const memory = createSoundMemory(10_000)
  const phrase = maker(sound(10), sound(20))
  for await (const _ of memory.recall('a', phrase.make)) break
  expect(await gather(memory.recall('a', phrase.make))).toHaveLength(2)
  expect(phrase.made).toBe(2)
})

it('the oldest goes when there is no room, and what is too large never stays', async () => {
  const memory = createSoundMemory(3200)
  const phrases = Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map(name => [name, maker(sound(100))]),
  )
  const say = async (name: string) => gather(memory.recall(name, phrases[name]?.make ?? maker().make))
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'a', 'i']) await say(name)
  await say('a')
  expect(phrases.a?.made).toBe(1)
  await say('b')
  expect(phrases.b?.made).toBe(2)
  const large = maker(sound(101))
  await gather(memory.recall('large', large.make))
  await gather(memory.recall('large', large.make))
  expect(large.made).toBe(2)
})
