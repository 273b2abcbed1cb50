import { describe, expect, it } from 'vitest'
import { documentText } from './testing/document-text.ts'
import { docxBytes, paragraph } from './testing/office-bytes.ts'
import { oleBytes } from './testing/ole-bytes.ts'
import { drawn, pdfBytes } from './testing/pdf-bytes.ts'
import { zipBytes } from './testing/zip-bytes.ts'

describe('a file whose name says something else', () => {
  it('is read when its content can be', async () => {
    expect(await documentText('a.xlsx', docxBytes(paragraph('Top left')))).toBe('Top left')
    expect(await documentText('a.docx', pdfBytes({ pages: [drawn('Hello', 10, 700)] }))).toBe('Hello')
    expect(await documentText('a.pdf', 'Only words.')).toBe('Only words.')
    expect(await documentText('export.xls', '<html><table><tr><td>1<td>2</table></html>')).toBe('1\t2')
    expect(await documentText('export.xls', 'a\tb\nc\td\n')).toBe('a\tb\nc\td')
  })

  it('is named for what it is when it can not be', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')
    await expect(documentText('a.pdf', png)).rejects.toThrow(
      /^The file is a PNG picture, not a pdf document\. Accepted: /,
    )
    await expect(documentText('a.doc', '{\\rtf1 x}')).rejects.toThrow(/RTF document/)
    await expect(documentText('a.docx', zipBytes({ 'a.txt': 'x' }))).rejects.toThrow(/zip archive without/)
    const text = zipBytes({ mimetype: 'application/vnd.oasis.opendocument.text' })
    await expect(documentText('a.docx', text)).rejects.toThrow(/OpenDocument/)
    await expect(documentText('a.doc', oleBytes({ other: Buffer.from('x') }))).rejects.toThrow(/OLE container/)
  })

  it('is text when it begins like a picture but reads like text', async () => {
    expect(await documentText('a.txt', 'BMW builds cars.')).toBe('BMW builds cars.')
  })
})

describe('a file without content', () => {
  it.each(['a.pdf', 'a.docx', 'a.txt', 'a.html'])('%s is refused when it has 0 bytes', async name => {
    await expect(documentText(name, '')).rejects.toMatchObject({
      fault: 'empty',
      message: expect.stringContaining('0 bytes'),
    })
  })

  it('is refused when it has no text', async () => {
    await expect(documentText('a.txt', ' \n\n')).rejects.toMatchObject({ fault: 'empty' })
    await expect(documentText('a.docx', docxBytes(paragraph('')))).rejects.toMatchObject({ fault: 'empty' })
  })
})

describe('a file that is not there', () => {
  it('is not the fault of a document', async () => {
    const { readDocument } = await import('./read-document.ts')
    const { defaultLimits } = await import('./limits.ts')
    const reading = readDocument({ path: '/nowhere/at/all', filename: 'a.txt', limits: defaultLimits })
    await expect(reading).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
