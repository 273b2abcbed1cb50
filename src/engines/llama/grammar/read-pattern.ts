import { type CodePoints, complement, union } from './code-points.ts'
import type { Pattern } from './pattern.ts'
import { readClass, readEscape } from './read-character-class.ts'
import { SchemaProblem } from './schema-problem.ts'

const lineBreaks: CodePoints = [
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
]
const anyCharacter = complement(lineBreaks)
const depthAtMost = 50

/** The part of JavaScript's regular expressions that a grammar can hold an answer to. */
export function readPattern(source: string): Pattern {
  const text = [...source]
  let at = 0
  let depth = 0

  function readChoice(): Pattern {
    depth += 1
    if (depth > depthAtMost) throw unusable('it is nested too deeply')
    const choices = [readSequence()]
    while (text[at] === '|') {
      at += 1
      choices.push(readSequence())
    }
    depth -= 1
    return choices.length === 1 && choices[0] ? choices[0] : { type: 'choice', choices }
  }

  function readSequence(): Pattern {
    const items: Pattern[] = []
    while (at < text.length && text[at] !== '|' && text[at] !== ')') items.push(readRepeat(readAtom()))
    return { type: 'sequence', items }
  }

  function readAtom(): Pattern {
    const character = text[at] ?? ''
    at += 1
    switch (character) {
      case '^':
        return { type: 'begin' }
      case '$':
        return { type: 'end' }
      case '.':
        return { type: 'characters', set: anyCharacter }
      case '(':
        return readGroup()
      case '[': {
        const read = readClass(text, at)
        at = read.at
        return { type: 'characters', set: read.set }
      }
      case '\\': {
        const read = readEscape(text, at)
        at = read.at
        return { type: 'characters', set: read.set }
      }
      default: {
        if ('*+?'.includes(character)) throw unusable(`there is nothing before "${character}" to repeat`)
        const point = character.codePointAt(0) ?? 0
        return { type: 'characters', set: union([[point, point]]) }
      }
    }
  }

  function readGroup(): Pattern {
    if (text[at] === '?') {
      const name = /^\?<[A-Za-z_$][\w$]*>/.exec(text.slice(at, at + 60).join(''))
      if (name) at += name[0].length
      else if (text[at + 1] === ':') at += 2
      else throw unusable('it looks ahead or behind')
    }
    const inner = readChoice()
    if (text[at] !== ')') throw unusable('a parenthesis is not closed')
    at += 1
    return inner
  }

  function readRepeat(item: Pattern): Pattern {
    const counts = readCounts()
    if (!counts) return item
    if (item.type === 'begin' || item.type === 'end') throw unusable('an anchor is repeated')
    if (text[at] === '?') at += 1
    if (readCounts()) throw unusable('something is repeated twice over')
    const [least, most] = counts
    if (least > most) throw unusable(`{${least},${most}} is no range`)
    return { type: 'repeat', item, least, most }
  }

  function readCounts(): readonly [number, number] | undefined {
    const simple = { '*': [0, Number.POSITIVE_INFINITY], '+': [1, Number.POSITIVE_INFINITY], '?': [0, 1] } as const
    const character = text[at]
    if (character === '*' || character === '+' || character === '?') {
      at += 1
      return simple[character]
    }
    const counts = character === '{' ? /^\{(\d+)(,?)(\d*)\}/.exec(text.slice(at, at + 30).join('')) : null
    if (!counts) return undefined
    at += counts[0].length
    const least = Number(counts[1])
    return [least, counts[3] ? Number(counts[3]) : counts[2] ? Number.POSITIVE_INFINITY : least]
  }

  const pattern = readChoice()
  if (at < text.length) throw unusable('a parenthesis is not opened')
  return pattern

  function unusable(why: string): SchemaProblem {
    return new SchemaProblem(`the pattern ${JSON.stringify(source)} can't be enforced: ${why}`)
  }
}
