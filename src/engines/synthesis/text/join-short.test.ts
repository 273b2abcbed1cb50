import { describe, expect, it } from 'vitest'
import { joinShort } from './join-short.ts'
import { speakable } from './speakable.ts'

const say = (text: string): string[] =>
  [...joinShort(speakable(text, { voiceLanguage: 'mandarin', pronunciations: [] }))].map(({ words }) => words)

describe('short clauses', () => {
  it('are said in one breath with what follows, or with what came before', () => {
    expect(say('早上好。今天天气晴朗。')).toEqual(['早上好. 今天天气晴朗.'])
    const long = '他们在山里走了整整一个下午才找到那座被人遗忘的小木屋'
    expect(say(`${long}。好吧。`)).toEqual([expect.stringMatching(/小木屋. 好吧.$/)])
  })

  it('stay apart where the paragraph or the language ends', () => {
    expect(say('早上好。\n今天天气晴朗。')).toHaveLength(2)
    expect(say('早上好。Good morning to you.')).toHaveLength(2)
  })

  it('do not grow into what is too long to be said at once', () => {
    const all = [...joinShort(speakable('你好。'.repeat(60), { voiceLanguage: 'mandarin', pronunciations: [] }))]
    expect(all.length).toBeGreaterThan(2)
    for (const { phonemes } of all) expect(phonemes.length).toBeLessThanOrEqual(210)
    expect(
      all
        .map(({ words }) => words)
        .join('')
        .match(/你好/g),
    ).toHaveLength(60)
  })

  it('leaves long ones as they are', () => {
    const one = 'The children of the village had gone home long before the rain began to fall on the fields.'
    expect(say(`${one} ${one} ${one}`)).toEqual([one, one, one])
  })
})
