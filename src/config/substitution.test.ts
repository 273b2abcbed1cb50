import { describe, expect, it } from 'vitest'
import { substitute } from './substitution.ts'

const variables: Record<string, string | undefined> = { NAME: 'medley', EMPTY: '', NESTED: `\${NAME}`, lower_1: 'x' }
const put = (template: string) => substitute(template, name => variables[name])

describe('substitute', () => {
  it.each([
    ['plain', 'plain'],
    [`\${NAME}`, 'medley'],
    [`a-\${NAME}-\${lower_1}`, 'a-medley-x'],
    [`\${EMPTY}`, ''],
    [`\${NONE:-}`, ''],
    [`\${NONE:-a:b}`, 'a:b'],
    [`\${EMPTY:-other}`, 'other'],
    [`\${NAME:-other}`, 'medley'],
    [`$\${NAME}`, `\${NAME}`],
    [`$$\${NAME}`, `$\${NAME}`],
    ['$NAME and $', '$NAME and $'],
    [`\${NESTED}`, `\${NAME}`],
  ])('%s becomes %j', (template, text) => {
    expect(put(template)).toEqual({ text })
  })

  it('names every variable that is missing, once', () => {
    expect(put(`\${A}:\${B}:\${A}:\${NAME}`)).toEqual({
      problem: `the variable A and B is not set; set it, or give a default as in \${A:-default}`,
    })
  })

  it.each([`\${`, `\${}`, `\${NAME`, `\${NA ME}`, `\${1A}`, `\${NAME:default}`, `a \${NAME} \${`])(
    'refuses %s',
    template => {
      expect(put(template)).toEqual({
        problem: `this is not a variable; accepted: \${NAME}, \${NAME:-default}, or $\${ for a literal \${`,
      })
    },
  )
})
