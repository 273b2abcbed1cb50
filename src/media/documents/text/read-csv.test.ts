import { describe, expect, it } from 'vitest'
import { documentText } from '../testing/document-text.ts'
import { encoded } from '../testing/encoded.ts'

describe('tables of text', () => {
  it('shows a record on a line, with tabs between its cells', async () => {
    expect(await documentText('a.csv', 'name,age\n"Lovelace, Ada",36\n')).toBe('name\tage\nLovelace, Ada\t36')
  })

  it('keeps line breaks inside a cell, in quotes', async () => {
    expect(await documentText('a.csv', 'day,"Ben\r\nAshley",total\n1,2,3\n')).toBe('day\t"Ben\nAshley"\ttotal\n1\t2\t3')
  })

  it('tells separators from decimal commas', async () => {
    const table = '编号;姓名;金额\n1;王小明;1280,50\n2;李芳;99,00\n3;"赵;钱";7,25\n'
    expect(await documentText('a.csv', encoded(table, 'gb18030'))).toBe(
      '编号\t姓名\t金额\n1\t王小明\t1280,50\n2\t李芳\t99,00\n3\t赵;钱\t7,25',
    )
  })

  it.each(['\t', '|', ';'])('finds the separator %j', async separator => {
    const rows = ['a, b', 'c', 'd'].join(separator)
    expect(await documentText('a.csv', `${rows}\n${rows}\n`)).toBe('a, b\tc\td\na, b\tc\td')
  })

  it('passes on what breaks the rules of quoting', async () => {
    expect(await documentText('a.csv', 'a,b\n"never closed,c\n')).toBe('a,b\n"never closed,c\n')
  })
})
