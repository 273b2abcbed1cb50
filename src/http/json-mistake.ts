interface Mistake {
  readonly line: number
  readonly column: number
  readonly expected: string
}

type Awaiting = 'value' | 'value or ]' | 'name or }' | 'name' | ':' | ', or the end'

/** Bodies may be large, and this runs between the requests of others: after so many steps or lines it gives up. */
const patience = 200_000

const blank = /[ \t\r\n]*/y
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|true\b|false\b|null\b/y

/**
 * Where JSON text breaks and what should stand there; undefined when it takes too long to find. Only asked when the parser
 * has already said no: the parser's own message often names no place.
 */
export function findJsonMistake(text: string): Mistake | undefined {
  const open: ('{' | '[')[] = []
  let awaiting: Awaiting = 'value'
  let at = 0
  for (let steps = 0; steps < patience; steps++) {
    at = skip(blank, text, at)
    const here = text[at]
    const inside = open.at(-1)
    if (awaiting === ', or the end') {
      if (here === ',' && inside) awaiting = inside === '{' ? 'name' : 'value'
      else if ((here === '}' && inside === '{') || (here === ']' && inside === '[')) open.pop()
      else return mistake(text, at, inside ? `"," or "${inside === '{' ? '}' : ']'}"` : 'the end')
      at++
    } else if (awaiting === ':') {
      if (here !== ':') return mistake(text, at, '":"')
      awaiting = 'value'
      at++
    } else if ((awaiting === 'name or }' && here === '}') || (awaiting === 'value or ]' && here === ']')) {
      open.pop()
      awaiting = ', or the end'
      at++
    } else if (awaiting === 'name' || awaiting === 'name or }') {
      const end = here === '"' ? endOfString(text, at) : at
      if (end === at) return mistake(text, at, 'a property name in double quotes')
      at = end
      awaiting = ':'
    } else if (here === '{' || here === '[') {
      open.push(here)
      awaiting = here === '{' ? 'name or }' : 'value or ]'
      at++
    } else {
      const end = here === '"' ? endOfString(text, at) : skip(scalar, text, at)
      if (end === at) return mistake(text, at, 'a value')
      at = end
      awaiting = ', or the end'
    }
  }
  return undefined
}

/** By hand: a regular expression runs out of stack in a picture that is inlined as text. Stays in place when it is broken. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === quote) return at + 1
    if (code < space) return start
    const next = code === backslash ? skip(escaped, text, at) : at + 1
    if (next === at) return start
    at = next
  }
  return start
}
const quote = 0x22
const backslash = 0x5c
const space = 0x20

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

function mistake(text: string, at: number, expected: string): Mistake | undefined {
  let line = 1
  let start = 0
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', start)) {
    start = end + 1
    line++
    if (line > patience) return undefined
  }
  return { line, column: at - start + 1, expected }
}
