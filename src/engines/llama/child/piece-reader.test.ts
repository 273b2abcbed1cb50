import { describe, expect, it } from 'vitest'
import type { Parsed } from './binding.ts'
import { PieceReader } from './piece-reader.ts'

const call = (given: string) => ({ function: { name: 'weather', arguments: given } })

function read(...all: Parsed[]) {
  const reader = new PieceReader()
  return { reader, pieces: all.flatMap(parsed => reader.push(parsed, 1)) }
}

describe('pieces', () => {
  it('are what is new, with the tokens that it took', () => {
    const { pieces, reader } = read({}, { content: 'One' }, { content: 'One two' })
    expect(pieces).toEqual([
      { kind: 'text', text: 'One', tokens: 2 },
      { kind: 'text', text: ' two', tokens: 1 },
    ])
    expect([reader.hasAnswered, reader.hasCalled, reader.reasoningTokens]).toEqual([true, false, 0])
  })

  it('leave out the white space between reasoning and answer', () => {
    const { pieces, reader } = read(
      { reasoning_content: 'Hm' },
      { reasoning_content: 'Hm\n' },
      { reasoning_content: 'Hm\n', content: '\n' },
      { reasoning_content: 'Hm\n', content: '\nYes' },
    )
    expect(pieces.map(({ kind, text }) => [kind, text])).toEqual([
      ['reasoning', 'Hm'],
      ['text', 'Yes'],
    ])
    expect(reader.reasoningTokens).toBe(1)
  })

  it('end where the model begins to reason anew', () => {
    const { pieces, reader } = read(
      { content: 'Blue.' },
      { content: 'Blue.</think>' },
      { content: 'Blue.</think> Red.' },
    )
    expect(pieces.map(({ text }) => text)).toEqual(['Blue.'])
    expect(reader.isOver).toBe(true)
  })

  it('forgive a tag before the answer', () => {
    const { pieces, reader } = read({ content: '</think>\n\nBlue.' })
    expect(pieces.map(({ text }) => text)).toEqual(['Blue.'])
    expect(reader.isOver).toBe(false)
  })

  it('name a call once, then bring its arguments', () => {
    const { pieces, reader } = read(
      { tool_calls: [call('')] },
      { tool_calls: [call('{')] },
      { tool_calls: [call('{')] },
      { tool_calls: [call('{}')] },
      { tool_calls: [call('{}'), call('{}')] },
    )
    expect(pieces).toEqual([
      { kind: 'call', call: 0, name: 'weather', text: '', tokens: 1 },
      { kind: 'call', call: 0, text: '{', tokens: 1 },
      { kind: 'call', call: 0, text: '}', tokens: 2 },
      { kind: 'call', call: 1, name: 'weather', text: '{}', tokens: 1 },
    ])
    expect(reader.hasCalled).toBe(true)
  })
})
