import { describe, expect, it } from 'vitest'
import { documentText } from '../testing/document-text.ts'
import { oleBytes } from '../testing/ole-bytes.ts'

const uint16 = (...values: number[]) => Buffer.from(Uint16Array.from(values).buffer)
const uint32 = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer)
const double = (value: number) => Buffer.from(Float64Array.of(value).buffer)

function doc(pieces: readonly { text: string; isWestern: boolean }[], { flags = 0x0200, comments = 0 } = {}): Buffer {
  const word = Buffer.alloc(2048)
  word.writeUInt16LE(0xa5ec, 0)
  word.writeUInt16LE(0xc1, 2)
  word.writeUInt16LE(flags, 0x0a)
  const length = pieces.reduce((sum, { text }) => sum + text.length, 0)
  word.writeUInt32LE(length - comments, 0x4c)
  word.writeUInt32LE(comments, 0x4c + 16)
  const bodies: Buffer[] = []
  const positions = [0]
  const places: Buffer[] = []
  let offset = word.length
  for (const { text, isWestern } of pieces) {
    const bytes = Buffer.from(text, isWestern ? 'latin1' : 'utf16le')
    places.push(uint16(0), uint32(isWestern ? 0x40000000 + 2 * offset : offset), uint16(0))
    positions.push((positions.at(-1) ?? 0) + text.length)
    bodies.push(bytes)
    offset += bytes.length
  }
  const table = Buffer.concat([uint32(...positions), ...places])
  const pieceTable = Buffer.concat([Buffer.from([2]), uint32(table.length), table])
  word.writeUInt32LE(0, 0x1a2)
  word.writeUInt32LE(pieceTable.length, 0x1a6)
  return oleBytes({ WordDocument: Buffer.concat([word, ...bodies]), '1Table': pieceTable })
}

function record(type: number, ...data: Buffer[]): Buffer {
  const content = Buffer.concat(data)
  return Buffer.concat([uint16(type, content.length), content])
}

const string8 = (text: string) => Buffer.concat([uint16(text.length), Buffer.from([0]), Buffer.from(text, 'latin1')])
const string16 = (text: string) => Buffer.concat([uint16(text.length), Buffer.from([1]), Buffer.from(text, 'utf16le')])

function xls(strings: Buffer[], cells: Buffer[]): Buffer {
  const start = (kind: number) => record(0x0809, uint16(0x0600, kind))
  const sheet = (at: number) =>
    record(0x0085, uint32(at), uint16(0), Buffer.from([5, 0]), Buffer.from('Sheet', 'latin1'))
  const globals = (at: number) =>
    Buffer.concat([
      start(5),
      record(0x00e0, uint16(0, 0)),
      record(0x00e0, uint16(0, 14)),
      sheet(at),
      ...strings,
      record(0x000a),
    ])
  const before = globals(globals(0).length)
  return oleBytes({ Workbook: Buffer.concat([before, start(0x10), ...cells, record(0x000a)]) })
}

function atom(type: number, content: Buffer, version = 0): Buffer {
  return Buffer.concat([uint16(version, type), uint32(content.length), content])
}

function ppt(options: { encrypted?: boolean } = {}): Buffer {
  const utf16 = (text: string) => atom(0x0fa0, Buffer.from(text, 'utf16le'))
  const container = (type: number, ...inner: Buffer[]) => atom(type, Buffer.concat(inner), 0x0f)
  const slideEntry = (persistId: number, slideId: number) => atom(0x03f3, uint32(persistId, 0, 0, slideId))
  const slides = atom(0x0ff0, Buffer.concat([slideEntry(2, 256), utf16('The title'), utf16('*')]), 0x0f)
  const notesList = atom(0x0ff0, slideEntry(3, 257), 0x2f)
  const document = container(0x03e8, slides, notesList)
  const slide = container(0x03ee, atom(0x03ef, uint32(0, 0, 0, 0, 257, 0)), container(0xf00d, utf16('A box')))
  const notes = container(0x03f0, atom(0x0fa8, Buffer.from('Speak slowly', 'latin1')))
  const stale = container(0x03ee, utf16('From an older save'))
  const offsets = [stale.length, stale.length + document.length, stale.length + document.length + slide.length]
  const parts = Buffer.concat([stale, document, slide, notes])
  const directory = atom(0x1772, uint32((3 << 20) + 1, ...offsets))
  const edit = atom(0x0ff5, uint32(0, 0, 0xffffffff, parts.length, 1, 4, 0))
  const stream = Buffer.concat([parts, directory, edit])
  const user = Buffer.concat([
    Buffer.alloc(8),
    uint32(20, options.encrypted ? 0xf3d1c4df : 0xe391c05f, parts.length + directory.length),
  ])
  return oleBytes({ 'Current User': user, 'PowerPoint Document': stream })
}

describe('Word documents before 2007', () => {
  it('are put together from pieces in two encodings', async () => {
    const document = doc([
      { text: 'Caf\xe9 au lait\r', isWestern: true },
      { text: '猫です\r', isWestern: false },
    ])
    expect(await documentText('a.doc', document)).toBe('Café au lait\n猫です')
  })

  it('show the results of fields and the cells of tables', async () => {
    const text = 'See \x13HYPERLINK "x"\x14this \x13PAGE\x14page\x15\x15.\ra\x07b\x07\x07c\x07d\x07\x07'
    expect(await documentText('a.doc', doc([{ text, isWestern: true }]))).toBe('See this page.\na\tb\nc\td')
  })

  it('leave out comments', async () => {
    const pieces = [
      { text: 'Text\r', isWestern: true },
      { text: 'Remark\r', isWestern: true },
    ]
    expect(await documentText('a.doc', doc(pieces, { comments: 7 }))).toBe('Text')
  })

  it('are refused when encrypted', async () => {
    const document = doc([{ text: 'x', isWestern: true }], { flags: 0x0300 })
    await expect(documentText('a.doc', document)).rejects.toMatchObject({ fault: 'encrypted' })
  })
})

describe('workbooks before 2007', () => {
  it('have their cells in rows', async () => {
    // The second text is cut in the middle, where its other half has two bytes for each letter.
    const strings = [
      record(0x00fc, uint32(3, 3), string8('Name'), uint16(4), Buffer.from([0]), Buffer.from('Ad', 'latin1')),
      record(0x003c, Buffer.from([1]), Buffer.from('a猫', 'utf16le'), string16('Привет')),
    ]
    const at = (row: number, column: number, style = 0) => uint16(row, column, style)
    const cells = [
      record(0x00fd, at(0, 0), uint32(0)),
      record(0x00fd, at(0, 2), uint32(1)),
      record(0x0203, at(2, 0), double(0.1 + 0.2)),
      record(0x0203, at(2, 1, 1), double(45322)),
      record(0x027e, at(2, 2), uint32((1234 << 2) | 3)),
      record(0x00bd, uint16(1, 0), uint16(0), uint32((7 << 2) | 2), uint16(0), uint32((8 << 2) | 2), uint16(1)),
      record(0x0006, at(3, 0), Buffer.from('000000000000ffff', 'hex'), uint16(0), uint32(0)),
      record(0x0207, string16('Σ')),
      record(0x0205, at(3, 1), Buffer.from([7, 1])),
      record(0x00fd, at(3, 2), uint32(2)),
    ]
    expect(await documentText('a.xls', xls(strings, cells))).toBe(
      'Sheet: Sheet\nName\t\tAda猫\n7\t8\n0.3\t2024-01-31\t12.34\nΣ\t#DIV/0!\tПривет',
    )
  })

  it('are refused when encrypted', async () => {
    const workbook = oleBytes({
      Workbook: Buffer.concat([record(0x0809, uint16(0x0600, 5)), record(0x002f, uint16(0))]),
    })
    await expect(documentText('a.xls', workbook)).rejects.toMatchObject({ fault: 'encrypted' })
  })
})

describe('presentations before 2007', () => {
  it('have slides with their notes, as last saved', async () => {
    expect(await documentText('a.ppt', ppt())).toBe('Slide 1\nThe title\nA box\nNotes: Speak slowly')
  })

  it('are refused when encrypted', async () => {
    await expect(documentText('a.ppt', ppt({ encrypted: true }))).rejects.toMatchObject({ fault: 'encrypted' })
  })
})

describe('containers', () => {
  it('of an encrypted newer document are refused as such', async () => {
    const document = oleBytes({ EncryptedPackage: Buffer.from('x'), EncryptionInfo: Buffer.from('y') })
    await expect(documentText('a.docx', document)).rejects.toMatchObject({ fault: 'encrypted' })
  })

  it('whose chains go round in circles are refused', async () => {
    const document = oleBytes({ WordDocument: Buffer.alloc(2000) })
    const table = document.subarray(-512)
    table.writeUInt32LE(0, 4)
    await expect(documentText('a.doc', document)).rejects.toMatchObject({ fault: 'damaged' })
  })

  it('that are cut short are refused', async () => {
    const document = doc([{ text: 'Some text', isWestern: true }])
    for (const bytes of [100, 600, 3000]) {
      await expect(documentText('a.doc', document.subarray(0, bytes))).rejects.toMatchObject({ name: 'DocumentError' })
    }
  })
})
