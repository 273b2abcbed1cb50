import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { createDocumentExtractor, DocumentError, type DocumentExtractor, documentExtensions } from './extract.ts'
import { childProcesses } from './testing/child-processes.ts'
import { temporaryFile } from './testing/document-text.ts'
import { docxBytes, officeBytes, paragraph } from './testing/office-bytes.ts'
import { drawn, pdfBytes } from './testing/pdf-bytes.ts'
import { deflatedRepeat } from './testing/zip-bytes.ts'

const megabyte = 1024 * 1024
const open: DocumentExtractor[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map(extractor => extractor.close()))
})

function extractorWith(options: Parameters<typeof createDocumentExtractor>[0]): DocumentExtractor {
  const extractor = createDocumentExtractor(options)
  open.push(extractor)
  return extractor
}

async function file(filename: string, content: string | Uint8Array) {
  return { path: await temporaryFile(filename, content), filename }
}

/** A file whose content never comes: reading it waits for a writer that is not there. */
async function endlessFile() {
  const path = join(dirname(await temporaryFile('near', '')), 'endless.txt')
  await promisify(execFile)('mkfifo', [path])
  return { path, filename: 'endless.txt' }
}

describe('the extractor', () => {
  it('gives the text of documents of several kinds', async () => {
    const extractor = extractorWith({ workers: 1 })
    const files = [
      await file('a.txt', 'Plain words'),
      await file('a.docx', docxBytes(paragraph('Word words'))),
      await file('a.pdf', pdfBytes({ pages: [drawn('PDF words', 50, 700)] })),
    ]
    const texts = await Promise.all(files.map(each => extractor.extract(each)))
    expect(texts).toEqual(['Plain words', 'Word words', 'PDF words'])
  })

  it('says what is wrong with a document, and what is accepted', async () => {
    const extracting = extractorWith({}).extract(await file('a.docx', '{\\rtf1 x}'))
    await expect(extracting).rejects.toBeInstanceOf(DocumentError)
    await expect(extracting).rejects.toThrow(
      `The file is an RTF document, not a docx document. Accepted: ${documentExtensions.join(', ')}.`,
    )
  })

  it('does not blame the document for a file that is not there', async () => {
    const extracting = extractorWith({}).extract({ path: '/nowhere/at/all', filename: 'a.txt' })
    await expect(extracting).rejects.not.toBeInstanceOf(DocumentError)
  })
})

describe('limits', () => {
  it('of time end the parsing, and the next document is parsed', async () => {
    const extractor = extractorWith({ workers: 1, limits: { seconds: 4 } })
    const slow = extractor.extract(await endlessFile())
    const next = extractor.extract(await file('a.txt', 'Next'))
    await expect(slow).rejects.toThrow('Parsing the document took longer than 4 seconds, the most allowed.')
    await expect(slow).rejects.toBeInstanceOf(DocumentError)
    expect(await next).toBe('Next')
  })

  it('of memory hold for buffers, and the next document is parsed', async () => {
    const extractor = extractorWith({ workers: 1, limits: { memoryMb: 160 } })
    const zlibHeader = Buffer.from([0x78, 0x9c])
    const bomb = Buffer.concat([zlibHeader, deflatedRepeat(Buffer.alloc(megabyte, ' '), 600)])
    const document = pdfBytes({ pages: [bomb], streamEntries: '/Filter/FlateDecode' })
    await expect(extractor.extract(await file('bomb.pdf', document))).rejects.toThrow(
      'Parsing the document needs more than 160 MB of memory, the most allowed.',
    )
    expect(await extractor.extract(await file('a.txt', 'Next'))).toBe('Next')
  })

  it('of memory hold for the heap, and the next document is parsed', async () => {
    const extractor = extractorWith({ workers: 1, limits: { memoryMb: 140 } })
    const rows = deflatedRepeat(Buffer.from('<si><t>some text</t></si>'.repeat(40_000)), 200)
    const document = officeBytes('excel', {
      'xl/workbook.xml': '<workbook/>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="s" Type="x/sharedStrings" Target="s.xml"/></Relationships>',
      'xl/s.xml': { deflated: rows, claimedSize: 200 * megabyte },
    })
    await expect(extractor.extract(await file('a.xlsx', document))).rejects.toThrow(/more than 140 MB of memory/)
    expect(await extractor.extract(await file('a.txt', 'Next'))).toBe('Next')
  })
})

describe('the queue', () => {
  it('keeps its order, one document at a time for each worker', async () => {
    const extractor = extractorWith({ workers: 1 })
    const ended: number[] = []
    const files = await Promise.all([0, 1, 2, 3].map(index => file('a.txt', `Text ${index}`)))
    await Promise.all(files.map((each, index) => extractor.extract(each).then(() => ended.push(index))))
    expect(ended).toEqual([0, 1, 2, 3])
  })

  it('lets go of who gives up, waiting or being served', async () => {
    const extractor = extractorWith({ workers: 1 })
    const first = new AbortController()
    const second = new AbortController()
    const served = extractor.extract(await endlessFile(), first.signal)
    const waiting = extractor.extract(await file('a.txt', 'Never'), second.signal)
    const last = extractor.extract(await file('a.txt', 'Last'))
    second.abort(new Error('gave up waiting'))
    await expect(waiting).rejects.toThrow('gave up waiting')
    first.abort(new Error('gave up being served'))
    await expect(served).rejects.toThrow('gave up being served')
    expect(await last).toBe('Last')
    await expect(extractor.extract(await file('a.txt', 'x'), AbortSignal.abort(new Error('too late')))).rejects.toThrow(
      'too late',
    )
  })

  it('is emptied when the extractor is closed, without blaming any document', async () => {
    const extractor = extractorWith({ workers: 1 })
    const settled = Promise.allSettled([
      extractor.extract(await endlessFile()),
      extractor.extract(await file('a.txt', 'x')),
    ])
    await extractor.close()
    for (const outcome of await settled) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'The document extractor is closed.' } })
      expect(outcome).not.toMatchObject({ reason: { name: 'DocumentError' } })
    }
    await expect(extractor.extract(await file('a.txt', 'x'))).rejects.toThrow('The document extractor is closed.')
  })
})

describe('parsers', () => {
  it('end when no document comes for a while, and start again', async () => {
    const extractor = extractorWith({ workers: 1, idleMs: 50 })
    expect(parserCount()).toBe(0)
    const document = await file('a.txt', 'Text')
    await extractor.extract(document)
    expect(parserCount()).toBe(1)
    await expect.poll(parserCount, { timeout: 5000 }).toBe(0)
    expect(await extractor.extract(document)).toBe('Text')
  })
})

function parserCount(): number {
  return childProcesses().filter(child => child.command.includes('documents/parser.ts')).length
}
