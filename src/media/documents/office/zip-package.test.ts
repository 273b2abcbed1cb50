import { access } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { documentText } from '../testing/document-text.ts'
import { docxBytes, officeBytes, paragraph } from '../testing/office-bytes.ts'
import { deflatedRepeat } from '../testing/zip-bytes.ts'

const megabyte = 1024 * 1024

describe('archives', () => {
  it('are read without regard to what comes after them', async () => {
    const document = Buffer.concat([docxBytes(paragraph('Text')), Buffer.from('\n')])
    expect(await documentText('a.docx', document)).toBe('Text')
  })

  it('are refused when they are cut short', async () => {
    const document = docxBytes(paragraph('Text'))
    const reading = documentText('a.docx', document.subarray(0, document.length / 2))
    await expect(reading).rejects.toMatchObject({ fault: 'damaged' })
  })

  it('are refused when a part is encrypted', async () => {
    const document = docxBytes(paragraph('Text'))
    // The lowest of the flags of each entry says that it is encrypted.
    for (let at = document.indexOf('PK\x01\x02'); at !== -1; at = document.indexOf('PK\x01\x02', at + 1)) {
      document.writeUInt16LE(1, at + 8)
    }
    await expect(documentText('a.docx', document)).rejects.toMatchObject({ fault: 'encrypted' })
  })
})

describe('bombs', () => {
  const bomb = (claimedSize: number) => {
    const deflated = deflatedRepeat(Buffer.alloc(megabyte, '<!-- -->'), 400)
    return officeBytes('word', { 'word/document.xml': { deflated, claimedSize } })
  }

  it('are stopped at the limit of what a document may expand to', async () => {
    const reading = documentText('a.docx', bomb(400 * megabyte), { expandedBytes: 20 * megabyte })
    await expect(reading).rejects.toThrow('The document expands to more than 20 MB, the most accepted.')
  })

  it('are not trusted about their size', async () => {
    await expect(documentText('a.docx', bomb(1000), { expandedBytes: 20 * megabyte })).rejects.toMatchObject({
      fault: 'damaged',
    })
  })
})

describe('names that lead out of the archive', () => {
  it('lead nowhere', async () => {
    const document = officeBytes('word', {
      '../../../../tmp/escaped-from-medley-test.txt': 'out',
      'word/document.xml': `<w:document><w:body>${paragraph('slip text')}</w:body></w:document>`,
    })
    expect(await documentText('a.docx', document)).toBe('slip text')
    await expect(access('/tmp/escaped-from-medley-test.txt')).rejects.toThrow()
  })
})
