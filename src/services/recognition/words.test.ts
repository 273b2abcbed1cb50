import { describe, expect, it } from 'vitest'
import { soundTokens, textTokens } from './token-count.ts'
import { joinedTo, needsSpace, textOf, tidyWords } from './words.ts'

const at = (word: string, start = 0, end = 0) => ({ word, start, end })

describe('words', () => {
  it('have what separates them in front, whatever the engine does', () => {
    for (const given of [
      ['Hello', ' big', ' world'],
      ['Hello ', 'big ', 'world '],
      [' Hello', '  big', '\tworld'],
    ]) {
      expect(
        tidyWords(
          given.map(word => at(word)),
          0,
          1,
        ).map(({ word }) => word),
      ).toEqual(['Hello', ' big', ' world'])
    }
    expect(textOf(tidyWords([at('well'), at('-known'), at(' '), at('你'), at('好')], 0, 1))).toBe('well-known 你好')
  })

  it('follow one another within their stretch', () => {
    const words = [at('a', -1, 5), at(' b', 1, 0), at(' c', Number.NaN, 99)]
    expect(tidyWords(words, 10, 12)).toEqual([at('a', 10, 12), at(' b', 12, 12), at(' c', 12, 12)])
  })

  it('of two stretches are joined as their script does', () => {
    expect(needsSpace('end.', 'Next')).toBe(true)
    expect(needsSpace('好', '世')).toBe(false)
    expect(needsSpace('end', ', and')).toBe(false)
    expect(needsSpace('', 'x')).toBe(false)
    expect(joinedTo(at('one'), at('two')).word).toBe(' two')
    expect(joinedTo(undefined, at(' one')).word).toBe('one')
  })
})

describe('tokens', () => {
  it('are ten a second, one a Chinese character, one for every four letters', () => {
    expect([soundTokens(0), soundTokens(1), soundTokens(1.01), soundTokens(0.1 + 0.2)]).toEqual([0, 10, 11, 3])
    expect([textTokens(''), textTokens('a'), textTokens('hello'), textTokens('你好 ok')]).toEqual([0, 1, 2, 3])
  })
})
