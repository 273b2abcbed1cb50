const SECTOR = 512
const END_OF_CHAIN = 0xfffffffe
const NONE = 0xffffffff

/** An OLE container with these streams at its top level. */
export function oleBytes(streams: Record<string, Buffer>): Buffer {
  const sectors: Buffer[] = []
  const fat: number[] = []
  const add = (content: Buffer): number => {
    const start = sectors.length
    const count = Math.max(1, Math.ceil(content.length / SECTOR))
    for (let index = 0; index < count; index += 1) {
      const sector = Buffer.alloc(SECTOR)
      content.copy(sector, 0, index * SECTOR)
      sectors.push(sector)
      fat.push(index === count - 1 ? END_OF_CHAIN : start + index + 1)
    }
    return start
  }
  const entries = [entry('Root Entry', 5, END_OF_CHAIN, 0, { child: 1 })]
  const names = Object.keys(streams)
  for (const [index, name] of names.entries()) {
    // Streams below a size of 4096 would belong into another, smaller file system.
    const content = Buffer.concat([streams[name] ?? Buffer.alloc(0), Buffer.alloc(4096)])
    entries.push(entry(name, 2, add(content), content.length, { after: index + 1 < names.length ? index + 2 : NONE }))
  }
  const directory = add(Buffer.concat(entries))
  const fatSector = sectors.length
  fat.push(0xfffffffd)
  const table = Buffer.alloc(SECTOR, 0xff)
  for (const [index, next] of fat.entries()) table.writeUInt32LE(next, 4 * index)
  return Buffer.concat([header(directory, fatSector), ...sectors, table])
}

function header(directory: number, fatSector: number): Buffer {
  const bytes = Buffer.alloc(SECTOR)
  bytes.write('d0cf11e0a1b11ae1', 'hex')
  bytes.writeUInt16LE(9, 30)
  bytes.writeUInt16LE(6, 32)
  bytes.writeUInt32LE(1, 44)
  bytes.writeUInt32LE(directory, 48)
  bytes.writeUInt32LE(4096, 56)
  bytes.writeUInt32LE(END_OF_CHAIN, 60)
  bytes.writeUInt32LE(END_OF_CHAIN, 68)
  bytes.fill(0xff, 76)
  bytes.writeUInt32LE(fatSector, 76)
  return bytes
}

function entry(
  name: string,
  type: number,
  start: number,
  size: number,
  links: { after?: number; child?: number },
): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.write(name, 'utf16le')
  bytes.writeUInt16LE(2 * name.length + 2, 64)
  bytes[66] = type
  bytes.writeUInt32LE(NONE, 68)
  bytes.writeUInt32LE(links.after ?? NONE, 72)
  bytes.writeUInt32LE(links.child ?? NONE, 76)
  bytes.writeUInt32LE(start, 116)
  bytes.writeUInt32LE(size, 120)
  return bytes
}
