import { describe, expect, it } from 'vitest'
import { maxPassages, passagesOf } from './chunk.ts'

const sentence = (n: number) => `Sentence number ${n} tells something about the harbour and its ships.`

describe('passagesOf', () => {
  it('keeps a short text whole', () => {
    expect(passagesOf('One thing.\n\nAnother thing.')).toEqual(['One thing.\n Another thing.'])
  })

  it('finds nothing in blank text', () => {
    expect(passagesOf(' \n\n \t')).toEqual([])
  })

  it('cuts long text at sentences, each passage beginning with the end of the one before', () => {
    const text = Array.from({ length: 60 }, (_, n) => sentence(n)).join(' ')
    const passages = passagesOf(text)
    expect(passages.length).toBeGreaterThan(5)
    for (const passage of passages) expect(passage.length).toBeLessThanOrEqual(700)
    for (let n = 0; n < 60; n++) expect(passages.some(passage => passage.includes(sentence(n)))).toBe(true)
    const [first = '', second = ''] = passages
    expect(first).toContain(second.slice(0, 20))
  })

  it('cuts Chinese, which has no spaces, into shorter passages', () => {
    const passages = passagesOf('港口的历史很长，船只来来往往。'.repeat(60))
    for (const passage of passages) expect(passage.length).toBeLessThanOrEqual(300)
    expect(passages.length).toBeGreaterThan(2)
  })

  it('cuts a sentence that never ends', () => {
    const passages = passagesOf('word '.repeat(2000))
    for (const passage of passages) expect(passage.length).toBeLessThanOrEqual(700)
  })

  it('stops at the most that a file may have', () => {
    expect(passagesOf(`${'word '.repeat(120)}\n\n`.repeat(maxPassages + 100))).toHaveLength(maxPassages)
  })
})
