interface Mistake {
  readonly line: number
  readonly column: number
  readonly expected: string
}

type Awaiting = 'value' | 'value or ]' | 'name or }' | 'name' | ':' | ', or the end'

const blank = /[ \t\r\n]*/y
const scalar =
  /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|true\b|false\b|null\b/y

/** Where JSON text breaks and what should stand there. Only asked when the parser has already said no: the parser's own message often names no place. */
export function findJsonMistake(text: string): Mistake {
  const open: ('{' | '[')[] = []
  let awaiting: Awaiting = 'value'
  let at = 0
  for (;;) {
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
      const end = here === '"' ? skip(scalar, text, at) : at
      if (end === at) return mistake(text, at, 'a property name in double quotes')
      at = end
      awaiting = ':'
    } else if (here === '{' || here === '[') {
      open.push(here)
      awaiting = here === '{' ? 'name or }' : 'value or ]'
      at++
    } else {
      const end = skip(scalar, text, at)
      if (end === at) return mistake(text, at, 'a value')
      at = end
      awaiting = ', or the end'
    }
  }
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

function mistake(text: string, at: number, expected: string): Mistake {
  const before = text.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n'), expected }
}
