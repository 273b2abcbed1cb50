import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createStopFilter } from './stop-filter.ts'

function run(pieces: readonly string[], sequences: readonly string[]): { text: string; hit: string | undefined } {
  const filter = createStopFilter(sequences)
  let text = ''
  for (const piece of pieces) {
    const shown = filter.push(piece)
    text += shown.text
    if (shown.hit !== undefined) return { text, hit: shown.hit }
  }
  return { text: text + filter.flush(), hit: undefined }
}

describe('the stop filter', () => {
  it.each([
    [['one END two'], ['END'], 'one ', 'END'],
    [['one E', 'N', 'D two'], ['END'], 'one ', 'END'],
    [['one E', 'N'], ['END'], 'one EN', undefined],
    [['EEND'], ['END'], 'E', 'END'],
    [['aab', 'aac'], ['aac'], 'aab', 'aac'],
    [['x STOP y END'], ['END', 'STOP'], 'x ', 'STOP'],
    [['\n', '\n'], ['\n\n'], '', '\n\n'],
  ])('%j with %j', (pieces, sequences, text, hit) => {
    expect(run(pieces, sequences)).toEqual({ text, hit })
  })

  it('shows what can no longer be a stop sequence at once', () => {
    const filter = createStopFilter(['END'])
    expect(filter.push('a E').text).toBe('a ')
    expect(filter.push('x').text).toBe('Ex')
  })

  it('finds the same wherever the text is cut', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 30 })
    const sequences = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 3,
    })
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 8 }), sequences, (pieces, stops) => {
        const whole = pieces.join('')
        const places = stops.map(stop => whole.indexOf(stop)).filter(at => at >= 0)
        const expected = places.length === 0 ? whole : whole.slice(0, Math.min(...places))
        // A sequence that ends sooner may be seen before one that begins sooner: what is shown is a beginning of the right text.
        const { text, hit } = run(pieces, stops)
        if (hit === undefined) expect(text).toBe(expected)
        else {
          expect(whole.startsWith(text + hit)).toBe(true)
          for (const stop of stops) expect(text.includes(stop)).toBe(false)
        }
      }),
      { numRuns: 3000 },
    )
  })
})
