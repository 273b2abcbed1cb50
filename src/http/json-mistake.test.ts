import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findJsonMistake } from './json-mistake.ts'

describe('findJsonMistake', () => {
  it.each([
    ['{"a":1,}', 1, 8, 'a property name in double quotes'],
    ['{"a":', 1, 6, 'a value'],
    ['{"a":1} x', 1, 9, 'the end'],
    ['{\n  "a": yes\n}', 2, 8, 'a value'],
    ['{"a" 1}', 1, 6, '":"'],
    ['[1 2]', 1, 4, '"," or "]"'],
    ["{'a':1}", 1, 2, 'a property name in double quotes'],
    ['"abc', 1, 1, 'a value'],
    ['{"n":01}', 1, 6, 'a value'],
    ['{"n":{"m":[1,{"x":nul}]}}', 1, 19, 'a value'],
  ])('%s', (text, line, column, expected) => {
    expect(() => JSON.parse(text)).toThrow()
    expect(findJsonMistake(text)).toEqual({ line, column, expected })
  })

  it('ends with a place inside the text for whatever the parser refuses', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 3 }), (json, place, noise) => {
        const at = place % (json.length + 1)
        const broken = json.slice(0, at) + noise + json.slice(at + 1)
        try {
          JSON.parse(broken)
        } catch {
          const { line, column } = findJsonMistake(broken)
          expect(broken.split('\n')[line - 1]?.length ?? -1).toBeGreaterThanOrEqual(column - 1)
        }
      }),
      { numRuns: 2000 },
    )
  })
})
