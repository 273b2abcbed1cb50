import { describe, expect, it } from 'vitest'
import { documentText } from '../testing/document-text.ts'
import { docxBytes, paragraph } from '../testing/office-bytes.ts'

const read = (body: string, others?: Record<string, string>) => documentText('a.docx', docxBytes(body, others))

describe('Word documents', () => {
  it('have a line for each paragraph, with tabs and breaks', async () => {
    const body = `${paragraph('First &amp; last')}<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r></w:p>`
    expect(await read(body)).toBe('First & last\na\tb\nc')
  })

  it('have rows of tables on lines', async () => {
    const row = (...cells: string[]) => `<w:tr>${cells.map(cell => `<w:tc>${cell}</w:tc>`).join('')}</w:tr>`
    const inner = `<w:tbl>${row(paragraph('x'), paragraph('y'))}</w:tbl>`
    const table = `<w:tbl>${row(paragraph('a') + paragraph('b'), paragraph('c'))}${row(inner, paragraph('z'))}</w:tbl>`
    expect(await read(table + paragraph('Below'))).toBe('a b\tc\n"x\ty"\tz\n\nBelow')
  })

  it('have text boxes after their paragraph, once', async () => {
    const box = `<w:txbxContent>${paragraph('in the box')}</w:txbxContent>`
    const drawing = `<mc:AlternateContent><mc:Choice>${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent>`
    const body = `<w:p><w:r><w:t>before </w:t></w:r><w:r>${drawing}</w:r><w:r><w:t>after</w:t></w:r></w:p>`
    expect(await read(body)).toBe('before after\nin the box')
  })

  it('have headers before, notes and footers after', async () => {
    const body = '<w:p><w:r><w:t>Claim</w:t><w:footnoteReference w:id="2"/><w:endnoteReference w:id="3"/></w:r></w:p>'
    const note = (kind: string, id: number, text: string) =>
      `<w:${kind} w:id="${id}"><w:p><w:r><w:${kind}Ref/></w:r><w:r><w:t> ${text}</w:t></w:r></w:p></w:${kind}>`
    const text = await read(body, {
      header1: `<w:hdr>${paragraph('Head')}</w:hdr>`,
      header2: `<w:hdr>${paragraph('Head')}</w:hdr>`,
      footnotes: `<w:footnotes>${note('footnote', 0, 'separator')}${note('footnote', 2, 'Proof.')}</w:footnotes>`,
      endnotes: `<w:endnotes>${note('endnote', 3, 'Source.')}</w:endnotes>`,
      footer1: `<w:ftr>${paragraph('Foot')}</w:ftr>`,
    })
    expect(text).toBe('Head\n\nClaim[1][i]\n\n[1] Proof.\n\n[i] Source.\n\nFoot')
  })

  it('have the marks of their lists', async () => {
    const level = (index: number, format: string, pattern: string) =>
      `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${pattern}"/></w:lvl>`
    const numbering = `<w:numbering><w:abstractNum w:abstractNumId="7">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%1.%2)')}</w:abstractNum><w:abstractNum w:abstractNumId="8">${level(0, 'bullet', '·')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num></w:numbering>`
    const styles =
      '<w:styles><w:style w:styleId="H1"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style></w:styles>'
    const item = (text: string, list: number, at: number) =>
      paragraph(text, `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${list}"/></w:numPr>`)
    const body = [
      paragraph('Scope', '<w:pStyle w:val="H1"/>'),
      item('one', 1, 1),
      item('two', 1, 1),
      paragraph('Terms', '<w:pStyle w:val="H1"/>'),
      item('three', 1, 1),
      item('dot', 2, 0),
    ].join('')
    expect(await read(body, { numbering, styles })).toBe('1. Scope\n1.a) one\n1.b) two\n2. Terms\n2.a) three\n- dot')
  })

  it('have what was inserted, not what was deleted or moved away, nor the code of fields', async () => {
    const body = `<w:p><w:ins><w:r><w:t>new</w:t></w:r></w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:moveFrom><w:r><w:t>gone</w:t></w:r></w:moveFrom><w:hyperlink><w:r><w:t> link</w:t></w:r></w:hyperlink><w:r><w:instrText>PAGE</w:instrText></w:r></w:p>`
    expect(await read(body)).toBe('new link')
  })
})

describe('hostile Word documents', () => {
  it('may not nest without end', async () => {
    await expect(read('<w:tbl><w:tr><w:tc>'.repeat(1000))).rejects.toThrow(/deeper than 512 levels/)
  })

  it('may not hold back more text than may come out', async () => {
    // The row never ends, so nothing of it is ever written.
    const document = docxBytes(`<w:tbl><w:tr><w:tc>${paragraph('x'.repeat(3000)).repeat(4)}`)
    await expect(documentText('a.docx', document, { outputBytes: 10_000 })).rejects.toMatchObject({ fault: 'limit' })
  })
})
