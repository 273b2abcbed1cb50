import { describe, expect, it } from 'vitest'
import { textOf } from '../recognition/words.ts'
import { Agreement } from './agreement.ts'

/** Words of a third of a second each, from there on. */
const said = (text: string, from = 0) =>
  text.split(' ').map((word, index) => ({
    word: index > 0 ? ` ${word}` : word,
    start: from + index / 3,
    end: from + (index + 1) / 3,
  }))

const shown = ({ settled, tail }: Agreement) => [textOf(settled), textOf(tail)]

describe('agreement', () => {
  it('settles what two hearings in a row say, and nothing else', () => {
    const agreement = new Agreement()
    agreement.hear(said('we see the see'), 9)
    expect(shown(agreement)).toEqual(['', 'we see the see'])
    agreement.hear(said('we see the sea now'), 9)
    expect(shown(agreement)).toEqual(['we see the', ' sea now'])
    agreement.hear(said('we see the sea and'), 9)
    expect(shown(agreement)).toEqual(['we see the sea', ' and'])
  })

  it('does not mind capitals and punctuation', () => {
    const agreement = new Agreement()
    agreement.hear(said('hello world'), 9)
    agreement.hear(said('Hello, World.'), 9)
    expect(shown(agreement)).toEqual(['Hello, World.', ''])
  })

  it('leaves open what ends at the edge', () => {
    const agreement = new Agreement()
    agreement.hear(said('one two'), 0.5)
    agreement.hear(said('one two'), 0.5)
    expect(shown(agreement)).toEqual(['one', ' two'])
  })

  it('knows settled words again by their time when they are heard otherwise', () => {
    const agreement = new Agreement()
    agreement.hear(said('their house'), 9)
    agreement.hear(said('their house'), 9)
    agreement.hear(said('there houses are'), 9)
    agreement.hear(said('there houses are'), 9)
    expect(shown(agreement)).toEqual(['their house are', ''])
  })

  it('goes on behind a window that was cut', () => {
    const agreement = new Agreement()
    agreement.hear(said('one two three'), 9)
    agreement.hear(said('one two three'), 9)
    agreement.trim(0.7)
    expect(textOf(agreement.inWindow)).toBe(' three')
    agreement.hear(said('three four', 0.7), 9)
    expect(shown(agreement)).toEqual(['one two three', ' four'])
    agreement.conclude(said('three four five', 0.7))
    expect(shown(agreement)).toEqual(['one two three four five', ''])
    agreement.conclude(said('six', 3))
    expect(shown(agreement)).toEqual(['one two three four five six', ''])
  })

  it('without a last hearing keeps what the one before said', () => {
    const agreement = new Agreement()
    agreement.hear(said('one two'), 9)
    agreement.conclude()
    expect(shown(agreement)).toEqual(['one two', ''])
  })
})
