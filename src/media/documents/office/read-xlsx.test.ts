import { describe, expect, it } from 'vitest'
import { documentText } from '../testing/document-text.ts'
import { officeBytes, relationships } from '../testing/office-bytes.ts'

interface Book {
  sheets: Record<string, string>
  strings?: string
  styles?: string
  properties?: string
}

function xlsx({ sheets, strings = '', styles = '', properties = '' }: Book): Buffer {
  const names = Object.keys(sheets)
  const listed = names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
  return officeBytes('excel', {
    'xl/workbook.xml': `<workbook>${properties}<sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ...names.map((_, index) => [`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`] as const),
      ['s', 'sharedStrings', 'sharedStrings.xml'],
      ['t', 'styles', '/xl/styles.xml'],
    ]),
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
    ...Object.fromEntries(
      names.map((name, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ]),
    ),
  })
}

const read = (book: Book) => documentText('a.xlsx', xlsx(book))

describe('workbooks', () => {
  it('have every sheet under its name, with its texts at their places', async () => {
    const text = await read({
      strings: '<si><t>Name</t></si><si><r><t>Ada </t></r><r><t>L.</t></r><rPh><t>エイダ</t></rPh></si>',
      sheets: {
        People:
          '<row><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row/><row><c r="B3" t="inlineStr"><is><t>x</t></is></c></row>',
        Empty: '',
        'نص &amp; more': '<row><c r="A1" t="b"><v>1</v></c><c r="B1" t="e"><v>#REF!</v></c></row>',
      },
    })
    expect(text).toBe('Sheet: People\nName\t\tAda L.\n\tx\n\nSheet: نص & more\nTRUE\t#REF!')
  })

  it('show the last values of formulas', async () => {
    const sheet =
      '<row><c r="A1"><f>SUM(B1:B9)</f><v>2336</v></c><c r="B1" t="str"><f>"a"&amp;"b"</f><v>ab</v></c></row>'
    expect(await read({ sheets: { S: sheet } })).toBe('Sheet: S\n2336\tab')
  })

  it('show numbers, dates, times and shares as people write them', async () => {
    const formats = [14, 22, 20, 46, 9, 164, 165, 0]
    const cells = [45322, 45322.75, 0.5, 1.5, 0.256, 45322, 45322, 0.1 + 0.2]
    const text = await read({
      styles: `<numFmts><numFmt numFmtId="164" formatCode="[$-409]d\\ mmm&quot;day&quot;\\ yyyy;@"/><numFmt numFmtId="165" formatCode="&quot;days&quot; 0"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${formats.map(id => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`,
      sheets: { S: `<row>${cells.map((value, style) => `<c s="${style}"><v>${value}</v></c>`).join('')}</row>` },
    })
    expect(text).toBe('Sheet: S\n2024-01-31\t2024-01-31 18:00:00\t12:00:00\t36:00:00\t25.6%\t2024-01-31\t45322\t0.3')
  })

  it('know both beginnings of time, and the day that never was', async () => {
    const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>'
    const days = '<row><c s="0"><v>1</v></c><c s="0"><v>59</v></c><c s="0"><v>61</v></c></row>'
    expect(await read({ styles, sheets: { S: days } })).toBe('Sheet: S\n1900-01-01\t1900-02-28\t1900-03-01')
    const properties = '<workbookPr date1904="1"/>'
    expect(await read({ styles, properties, sheets: { S: '<row><c s="0"><v>0</v></c></row>' } })).toBe(
      'Sheet: S\n1904-01-01',
    )
  })

  it('may not have more sheets than allowed', async () => {
    const sheets = Object.fromEntries(Array.from({ length: 4 }, (_, index) => [`S${index}`, '']))
    const reading = documentText('a.xlsx', xlsx({ sheets }), { pages: 3 })
    await expect(reading).rejects.toThrow('The workbook has 4 sheets; at most 3 are accepted.')
  })
})
