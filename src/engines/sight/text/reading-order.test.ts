import { describe, expect, it } from 'vitest'
import { inReadingOrder, type PlacedText } from './reading-order.ts'

const text = (words: string, left: number, top: number, width = words.length * 10, isLevel = true): PlacedText => ({
  text: words,
  left,
  top,
  width,
  height: 20,
  isLevel,
})
const order = (...texts: PlacedText[]) => inReadingOrder(texts.toReversed()).map(line => line.text)

describe('the reading order', () => {
  it('is from the top down, and from the left within a row', () => {
    expect(order(text('Title', 50, 0), text('one', 0, 42), text('two', 45, 40), text('three', 0, 70))).toEqual([
      'Title',
      'one two',
      'three',
    ])
  })

  it('keeps the gaps of a table, and joins Chinese without any', () => {
    expect(order(text('Tea', 0, 0), text('2.50', 300, 2))).toEqual(['Tea  2.50'])
    expect(order(text('你', 0, 0, 20), text('好', 24, 0, 20))).toEqual(['你好'])
  })

  it('takes columns of prose one after the other, below their heading', () => {
    const left = ['the first column has', 'its own sentences and', 'goes on to its end']
    const right = ['the second one comes', 'after that has ended', 'and not before it']
    const page = [
      text('A heading above both of the columns', 80, 0),
      ...left.map((words, row) => text(words, 0, 60 + row * 24)),
      ...right.map((words, row) => text(words, 260, 60 + row * 24)),
    ]
    expect(order(...page)).toEqual(['A heading above both of the columns', ...left, ...right])
  })

  it('reads short cells by their rows, however far apart', () => {
    const cells = ['one', 'two', 'six'].flatMap((word, row) => [
      text(word, 0, row * 24),
      text(`${row}.00`, 400, row * 24),
    ])
    expect(order(...cells)).toEqual(['one  0.00', 'two  1.00', 'six  2.00'])
  })

  it('leaves what runs another way by itself', () => {
    expect(order(text('Rate', 0, 0, 40, false), text('Price', 60, 0))).toHaveLength(2)
  })
})
