import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { documentText } from '../testing/document-text.ts'
import { drawn, firstExtra, pdfBytes } from '../testing/pdf-bytes.ts'

const read = (content: Uint8Array, limits = {}) => documentText('a.pdf', content, limits)

const left = [
  'The left column of this page has running',
  'text that goes on from one line to another',
  'until the column is full and the other one',
  'at its side begins, far away from the first',
  'line of it, as in many papers and journals',
  'that people read from the top to the bottom.',
]
const right = left.map(line => line.replace('left', 'right').toUpperCase().slice(0, 34).trim())

describe('PDFs', () => {
  it('have the text of every page', async () => {
    expect(await read(pdfBytes({ pages: [drawn('One', 50, 700), drawn('Two', 50, 700)] }))).toBe('One\n\nTwo')
  })

  it('have their paragraphs put together again', async () => {
    const lines = [
      'A paragraph that fills its lines up to the margin goes on in the next one, and a word can',
      'be broken at the end of a line, as the last word of this one shows, without any harm do-',
      'ing so.',
    ]
    const page = lines.map((line, index) => drawn(line, 50, 700 - 12 * index)).join('')
    expect(await read(pdfBytes({ pages: [page + drawn('Next paragraph.', 50, 640)] }))).toBe(
      `${lines[0]} ${lines[1]?.slice(0, -1)}${lines[2]}\n\nNext paragraph.`,
    )
  })

  it('keep short lines apart', async () => {
    const page = ['TechMart', '4567 Innovation Blvd', 'San Francisco', 'Total $ 12'].map((line, index) =>
      drawn(line, 50, 700 - 12 * index),
    )
    expect(await read(pdfBytes({ pages: [page.join('')] }))).toBe(
      'TechMart\n4567 Innovation Blvd\nSan Francisco\nTotal $ 12',
    )
  })

  it('keep the rows of a table together', async () => {
    const cells = [
      ['Country', 'Area', 'Capital'],
      ['Austria', '83,879', 'Vienna'],
      ['Belgium', '30,689', 'Brussels'],
    ]
    const page = cells.flatMap((row, index) =>
      row.map((cell, column) => drawn(cell, 50 + 150 * column, 700 - 12 * index)),
    )
    expect(await read(pdfBytes({ pages: [page.join('')] }))).toBe(
      'Country Area Capital\nAustria 83,879 Vienna\nBelgium 30,689 Brussels',
    )
  })

  it.each(['column by column', 'row by row'])('have the left column first when drawn %s', async order => {
    const title = drawn('A title that spans the two columns of the page', 100, 740, 18)
    const lines = left.map((line, index) => drawn(line, 50, 700 - 12 * index))
    const others = right.map((line, index) => drawn(line, 310, 700 - 12 * index))
    const page =
      order === 'row by row' ? lines.flatMap((line, index) => [line, others[index] ?? '']) : [...lines, ...others]
    const words = (await read(pdfBytes({ pages: [title + page.join('')] }))).replace(/\s+/g, ' ')
    expect(words).toBe(`A title that spans the two columns of the page ${left.join(' ')} ${right.join(' ')}`)
  })

  it('have the values of their forms', async () => {
    const field = (entries: string) => `<</Type/Annot/Subtype/Widget/Rect[0 0 90 20]${entries}>>`
    const document = pdfBytes({
      pages: [drawn('Your name', 50, 700)],
      pageEntries: `/Annots[${firstExtra} 0 R ${firstExtra + 1} 0 R ${firstExtra + 2} 0 R ${firstExtra + 3} 0 R]`,
      catalogEntries: `/AcroForm<</Fields[${firstExtra} 0 R ${firstExtra + 1} 0 R ${firstExtra + 2} 0 R]>>`,
      extra: [
        field('/FT/Tx/T(name)/TU(Full name)/V(Ada Lovelace)'),
        field('/FT/Tx/T(nothing)/V()'),
        field('/FT/Btn/T(agreed)/V/Yes/AS/Yes/AP<</N<</Yes null/Off null>>>>'),
        '<</Type/Annot/Subtype/FreeText/Rect[0 0 90 20]/Contents(Typed onto the page)>>',
      ],
    })
    const lines = (await read(document)).split('\n')
    expect(lines.toSorted()).toEqual(['Full name: Ada Lovelace', 'Typed onto the page', 'Your name', 'agreed: Yes'])
  })
})

describe('PDFs that can not be read', () => {
  it('are told apart: pictures only', async () => {
    const reading = read(pdfBytes({ pages: ['0 0 100 100 re f', '0 0 50 50 re f'] }))
    await expect(reading).rejects.toMatchObject({
      fault: 'pictures-only',
      message: 'The PDF has no text: its 2 pages hold only pictures.',
    })
  })

  it('are told apart: encrypted', async () => {
    const hash = `<${'5a'.repeat(32)}>`
    const trailerEntries = `/Encrypt<</Filter/Standard/V 1/R 2/O${hash}/U${hash}/P -4>>/ID[<00><00>]`
    await expect(read(pdfBytes({ pages: [drawn('x', 1, 1)], trailerEntries }))).rejects.toMatchObject({
      fault: 'encrypted',
    })
  })

  it('are told apart: damaged', async () => {
    await expect(read(Buffer.from('%PDF-1.7\nnothing more'))).rejects.toMatchObject({ fault: 'damaged' })
  })

  it('are told apart: too many pages', async () => {
    const pages = Array.from({ length: 4 }, () => drawn('x', 50, 700))
    await expect(read(pdfBytes({ pages }), { pages: 3 })).rejects.toThrow(
      'The PDF has 4 pages; at most 3 are accepted.',
    )
  })
})

describe('damaged PDFs', () => {
  it('are read without their table of objects', async () => {
    const whole = pdfBytes({ pages: [drawn('Still here', 50, 700)] }).toString('latin1')
    expect(await read(Buffer.from(whole.replace('xref\n0', 'lost\n0'), 'latin1'))).toBe('Still here')
  })

  it('are read as far as their pages can be', async () => {
    const whole = pdfBytes({ pages: [drawn('One', 50, 700), drawn('Two', 50, 700)] }).toString('latin1')
    expect(await read(Buffer.from(whole.replace('/Kids[10 0 R 12 0 R]', '/Kids[10 0 R 2 0 R]'), 'latin1'))).toBe('One')
  })

  it('are refused when their pages go round in a circle', async () => {
    const whole = pdfBytes({ pages: [drawn('One', 50, 700)] }).toString('latin1')
    const circle = whole.replace('/Kids[10 0 R]/Count 1', '/Kids[2 0 R]/Count 9')
    await expect(read(Buffer.from(circle, 'latin1'))).rejects.toMatchObject({ name: 'DocumentError' })
  })

  it('are read when their streams are compressed', async () => {
    const page = deflateSync(drawn('Compressed', 50, 700))
    expect(await read(pdfBytes({ pages: [page], streamEntries: '/Filter/FlateDecode' }))).toBe('Compressed')
  })
})
