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

  it.each([
    ['text', `{"a":"${'x'.repeat(64e6)}"`, { line: 1, column: 64e6 + 8, expected: '"," or "}"' }],
    ['text that does not end', `{"a":"${'x'.repeat(64e6)}`, { line: 1, column: 6, expected: 'a value' }],
    ['nesting', '['.repeat(64e6), undefined],
    ['items', `[${'1,'.repeat(32e6)}`, undefined],
    ['lines', `${'\n'.repeat(64e6)}{`, undefined],
  ])('is done soon in megabytes of %s', (_what, text, expected) => {
    const started = performance.now()
    expect(findJsonMistake(text)).toEqual(expected)
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  it('ends with a place inside the text for whatever the parser refuses', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 3 }), (json, place, noise) => {
        const at = place % (json.length + 1)
        const broken = json.slice(0, at) + noise + json.slice(at + 1)
        try {
          JSON.parse(broken)
        } catch {
          const { line, column } = findJsonMistake(broken) ?? { line: 0, column: 0 }
          expect(broken.split('\n')[line - 1]?.length ?? -1).toBeGreaterThanOrEqual(column - 1)
        }
      }),
      { numRuns: 2000 },
    )
  })
})
