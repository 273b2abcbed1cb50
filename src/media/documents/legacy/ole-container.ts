import { DocumentError } from '../document-error.ts'

const END_OF_CHAIN = 0xfffffffe
const FREE = 0xffffffff
const ENTRY_BYTES = 128
const FAT_SECTORS_IN_HEADER = 109

interface DirectoryEntry {
  name: string
  isStream: boolean
  start: number
  size: number
  /** The entries beside and below this one: a folder is a search tree of its entries. */
  before: number
  after: number
  child: number
}

/**
 * The streams inside an OLE container, the file system of Office documents before 2007 and of encrypted ones since.
 * Every chain of sectors is followed for no more steps than the file has sectors, so that loops end.
 */
export class OleContainer {
  readonly #bytes: Buffer
  readonly #sectorBytes: number
  readonly #miniSectorBytes: number
  readonly #miniCutoff: number
  readonly #fat: Uint32Array
  readonly #miniFat: Uint32Array
  readonly #miniStream: Buffer
  readonly #topLevel: readonly DirectoryEntry[]

  constructor(bytes: Buffer) {
    if (bytes.length < 512) throw damaged()
    this.#bytes = bytes
    this.#sectorBytes = 1 << bytes.readUInt16LE(30)
    this.#miniSectorBytes = 1 << bytes.readUInt16LE(32)
    this.#miniCutoff = bytes.readUInt32LE(56)
    if (this.#sectorBytes < 128 || this.#sectorBytes > 65_536 || this.#miniSectorBytes > this.#sectorBytes)
      throw damaged()
    this.#fat = this.#readFat()
    const entries = readDirectory(this.#chain(bytes.readUInt32LE(48)))
    this.#topLevel = topLevelOf(entries)
    this.#miniFat = words(this.#chain(bytes.readUInt32LE(60)))
    const root = entries[0]
    this.#miniStream = root === undefined ? Buffer.alloc(0) : this.#chain(root.start)
  }

  has(name: string): boolean {
    return this.#find(name) !== undefined
  }

  stream(name: string): Buffer | undefined {
    const entry = this.#find(name)
    if (entry === undefined) return undefined
    const whole = entry.size < this.#miniCutoff ? this.#miniChain(entry.start) : this.#chain(entry.start)
    return whole.subarray(0, entry.size)
  }

  #find(name: string): DirectoryEntry | undefined {
    return this.#topLevel.find(entry => entry.isStream && entry.name.toLowerCase() === name.toLowerCase())
  }

  #sector(index: number): Buffer {
    // The header takes the place of one sector.
    return this.#bytes.subarray((index + 1) * this.#sectorBytes, (index + 2) * this.#sectorBytes)
  }

  #readFat(): Uint32Array {
    const most = Math.ceil(this.#bytes.length / this.#sectorBytes)
    const sectors: number[] = []
    for (let at = 0; at < FAT_SECTORS_IN_HEADER; at += 1) sectors.push(this.#bytes.readUInt32LE(76 + 4 * at))
    let next = this.#bytes.readUInt32LE(68)
    for (let steps = 0; next < most && steps < most; steps += 1) {
      const listed = words(this.#sector(next))
      sectors.push(...listed.subarray(0, -1))
      next = listed.at(-1) ?? END_OF_CHAIN
    }
    return words(
      Buffer.concat(
        sectors
          .filter(sector => sector < most)
          .slice(0, most)
          .map(sector => this.#sector(sector)),
      ),
    )
  }

  #chain(start: number): Buffer {
    return Buffer.concat(follow(start, this.#fat).map(sector => this.#sector(sector)))
  }

  #miniChain(start: number): Buffer {
    const size = this.#miniSectorBytes
    const sectors = follow(start, this.#miniFat)
    return Buffer.concat(sectors.map(sector => this.#miniStream.subarray(sector * size, (sector + 1) * size)))
  }
}

function follow(start: number, table: Uint32Array): number[] {
  const sectors: number[] = []
  let sector = start
  while (sector < table.length) {
    sectors.push(sector)
    if (sectors.length > table.length) throw damaged()
    sector = table[sector] ?? FREE
  }
  return sectors
}

function readDirectory(bytes: Buffer): DirectoryEntry[] {
  const entries: DirectoryEntry[] = []
  for (let at = 0; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
    const nameBytes = Math.min(Math.max(bytes.readUInt16LE(at + 64) - 2, 0), 62)
    entries.push({
      name: bytes.toString('utf16le', at, at + nameBytes),
      isStream: bytes[at + 66] === 2,
      start: bytes.readUInt32LE(at + 116),
      size: bytes.readUInt32LE(at + 120),
      before: bytes.readUInt32LE(at + 68),
      after: bytes.readUInt32LE(at + 72),
      child: bytes.readUInt32LE(at + 76),
    })
  }
  return entries
}

/** The streams of the document itself: documents that are embedded in it have folders of their own. */
function topLevelOf(entries: readonly DirectoryEntry[]): DirectoryEntry[] {
  const found = new Set<DirectoryEntry>()
  const open = [entries[0]?.child ?? FREE]
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const entry = entries[index]
    if (entry === undefined || found.has(entry)) continue
    found.add(entry)
    open.push(entry.before, entry.after)
  }
  return [...found]
}

function words(bytes: Buffer): Uint32Array {
  const table = new Uint32Array(Math.floor(bytes.length / 4))
  for (let at = 0; at < table.length; at += 1) table[at] = bytes.readUInt32LE(4 * at)
  return table
}

function damaged(): DocumentError {
  return new DocumentError('The document is damaged: its container cannot be read.', 'damaged')
}
