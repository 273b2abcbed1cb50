import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutCues, type TimedWord } from './cues.ts'
import { textWidth } from './text-width.ts'
import { writeSrt, writeVtt } from './write-subtitles.ts'

/** Words of a third of a second each. */
function spoken(text: string, from = 0, each = 0.33): TimedWord[] {
  return text.split(' ').map((word, index) => ({
    word: index > 0 ? ` ${word}` : word,
    start: from + index * each,
    end: from + (index + 1) * each,
  }))
}

const chinese = (text: string, each = 0.25): TimedWord[] =>
  [...text].map((word, index) => ({ word, start: index * each, end: (index + 1) * each }))

const linesOf = (words: TimedWord[], seconds = 100) => cutCues(words, seconds).map(({ lines }) => lines)

describe('cues', () => {
  it('end with sentences', () => {
    expect(linesOf(spoken('The cat sat on the mat. Then it went away. It was late.'))).toEqual([
      ['The cat sat on the mat.'],
      ['Then it went away.'],
      ['It was late.'],
    ])
  })

  it('end with pauses, and stay until they can be read', () => {
    const cues = cutCues([...spoken('One'), ...spoken('two', 3)], 10)
    expect(cues).toEqual([
      { start: 0, end: 1, lines: ['One'] },
      { start: 3, end: 4, lines: ['two'] },
    ])
  })

  it('have at most two lines of 42 characters, broken behind commas where that fits', () => {
    const [first] = linesOf(spoken('When the rain had stopped at last, they went out into the garden again', 0, 0.2))
    expect(first).toEqual(['When the rain had stopped at last,', 'they went out into the garden again'])
  })

  it('have at most two lines of 21 Chinese characters', () => {
    const lines = linesOf(
      chinese('今天天气很好我们一起去公园里散步然后回家吃晚饭晚上再看一部电影最后早点休息明天还要上班呢'),
    )
    expect(lines.flat().every(line => [...line].length <= 21)).toBe(true)
    expect(lines.flat().join('')).toBe(
      '今天天气很好我们一起去公园里散步然后回家吃晚饭晚上再看一部电影最后早点休息明天还要上班呢',
    )
  })

  it('hold for whatever words there are', () => {
    const word = fc.record({
      word: fc.oneof(
        fc.constantFrom(' a', ' word.', '你好', '，', ' -->', ' <b>&', '\n\nx', ' '),
        fc.string({ unit: 'grapheme', maxLength: 120 }),
      ),
      gap: fc.double({ min: 0, max: 3, noNaN: true }),
      lasts: fc.double({ min: 0, max: 12, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), given => {
        let at = 0
        const words = given.map(({ word, gap, lasts }) => {
          const start = at + gap
          at = start + lasts
          return { word, start, end: at }
        })
        const cues = cutCues(words, at)
        let free = 0
        for (const { start, end, lines } of cues) {
          expect(start).toBeGreaterThanOrEqual(free)
          if (at > given.length) expect(end).toBeGreaterThan(start)
          expect(end - start).toBeLessThanOrEqual(7.0001)
          expect(lines.length === 1 || lines.length === 2).toBe(true)
          for (const line of lines) {
            expect(textWidth(line)).toBeLessThanOrEqual(42)
            expect(line).toBe(line.trim())
            expect(line).not.toContain('\n')
          }
          free = end
        }
        expect(free).toBeLessThanOrEqual(at + 1e-9)
        const bare = (text: string) => text.replace(/\s/gu, '')
        const said = words.map(({ word }) => bare(word)).join('')
        expect(bare(cues.flatMap(({ lines }) => lines).join(''))).toBe(said)
        for (const block of writeVtt(cues).split('\n\n').slice(1)) expect(block.match(/-->/g)).toHaveLength(1)
        for (const block of writeSrt(cues).split('\n\n').filter(Boolean)) expect(block.match(/-->/g)).toHaveLength(1)
      }),
      { numRuns: 300 },
    )
  })
})

describe('written', () => {
  const cues = [
    { start: 0, end: 1.5, lines: ['a --> b', '<i> & "c"'] },
    { start: 3661.0409, end: 3662, lines: ['later'] },
  ]

  it('as SubRip', () => {
    expect(writeSrt(cues)).toBe(
      '1\n00:00:00,000 --> 00:00:01,500\na → b\n<i> & "c"\n\n2\n01:01:01,040 --> 01:01:02,000\nlater\n',
    )
    expect(writeSrt([])).toBe('')
  })

  it('as WebVTT', () => {
    expect(writeVtt(cues)).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\na --&gt; b\n&lt;i&gt; &amp; "c"\n\n01:01:01.040 --> 01:01:02.000\nlater\n',
    )
    expect(writeVtt([])).toBe('WEBVTT\n')
  })
})
