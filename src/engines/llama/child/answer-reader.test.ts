import { describe, expect, it } from 'vitest'
import { AnswerReader, type Expected } from './answer-reader.ts'

const usual: Expected = { isThinking: false, mayCall: true, isHeld: false }

/** What is read, when each piece comes at once and when each character comes by itself. */
function read(pieces: readonly string[], expected: Partial<Expected> = {}) {
  const reader = new AnswerReader({ ...usual, ...expected })
  const all = [...pieces.flatMap(piece => reader.push(piece, 1)), ...reader.end()]
  const joined: Record<string, string> = {}
  for (const { kind, call, text, name } of all) {
    const key = kind === 'call' ? `call ${call}` : kind
    joined[key] = (joined[key] ?? (name === undefined ? '' : `${name} `)) + text
  }
  return { joined, reader, pieces: all }
}
const spelled = (text: string, expected?: Partial<Expected>) => {
  const whole = read([text], expected)
  expect(read([...text], expected).joined).toEqual(whole.joined)
  return whole
}
const call = (name: string, given: string) => `<tool_call>\n{"name": "${name}", "arguments": ${given}}\n</tool_call>`

describe('an answer', () => {
  it('is text, without the white space around it', () => {
    expect(spelled('\n Hello, world. \n').joined).toEqual({ text: 'Hello, world.' })
    expect(read(['a ', ' b']).pieces).toEqual([
      { kind: 'text', text: 'a', tokens: 1 },
      { kind: 'text', text: '  b', tokens: 1 },
    ])
  })

  it('may hold what only looks like a tag', () => {
    expect(spelled('a < b <t> <thin').joined).toEqual({ text: 'a < b <t> <thin' })
  })

  it('comes after its reasoning, of which nothing is left in it', () => {
    expect(spelled('<think>\nHm.\n</think>\n\nYes.').joined).toEqual({ reasoning: 'Hm.', text: 'Yes.' })
    expect(spelled('Hm.\n</think>\n\nYes.', { isThinking: true }).joined).toEqual({ reasoning: 'Hm.', text: 'Yes.' })
  })

  it('is put right where tags are repeated', () => {
    expect(spelled('<think><think>Hm.</think></think>Yes.').joined).toEqual({ reasoning: 'Hm.', text: 'Yes.' })
    expect(spelled('<think>Hm.</think>\n<think>Oh.</think>Yes.').joined).toEqual({ reasoning: 'Hm.Oh.', text: 'Yes.' })
    expect(spelled('</think>\n\nBlue.').joined).toEqual({ text: 'Blue.' })
  })

  it('ends where it falls back into reasoning', () => {
    for (const tag of ['<think>', '</think>']) {
      const { joined, reader } = spelled(`Blue.\n${tag} Red.`)
      expect([joined, reader.isOver]).toEqual([{ text: 'Blue.' }, true])
    }
  })

  it('that ends within its reasoning says so', () => {
    const { joined, reader } = read(['<think>', 'Hm', ' and'])
    expect([joined, reader.isReasoning, reader.reasoningTokens]).toEqual([{ reasoning: 'Hm and' }, true, 2])
  })

  it('may be calls, with their arguments as they were written', () => {
    const given = '{"a": "}\\"{", "b": [{}, 1]}'
    const { joined, reader } = spelled(`Well.\n${call('one', given)}\n${call('two', '{}')}`)
    expect(joined).toEqual({ text: 'Well.', 'call 0': `one ${given}`, 'call 1': 'two {}' })
    expect(reader.calls).toBe(2)
  })

  it('may be a call that follows reasoning which was not closed', () => {
    expect(spelled(`<think>Hm.\n${call('one', '{}')}`).joined).toEqual({ reasoning: 'Hm.', 'call 0': 'one {}' })
  })

  it('ends where it calls and must not', () => {
    const { joined, reader } = spelled(`Well. ${call('one', '{}')}`, { mayCall: false })
    expect([joined, reader.isOver]).toEqual([{ text: 'Well.' }, true])
  })

  it('in JSON is left as it is, tags and all', () => {
    const text = '{"a": "<think> </think> <tool_call>"} '
    expect(spelled(text, { isHeld: true }).joined).toEqual({ text })
    expect(spelled(call('one', '{}'), { isHeld: true }).joined).toEqual({ 'call 0': 'one {}' })
  })

  it('tells with each piece how many tokens it took', () => {
    const { pieces } = read(['<think>', 'Hm', '</think>', '\n\n', 'Yes', '.'])
    expect(pieces.map(({ kind, tokens }) => [kind, tokens])).toEqual([
      ['reasoning', 2],
      ['text', 3],
      ['text', 1],
    ])
  })
})
