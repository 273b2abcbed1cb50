import { crc32, deflateRawSync } from 'node:zlib'

/** Bytes of a part that is already deflated, and the size that the archive claims for it. */
export interface DeflatedPart {
  deflated: Buffer
  claimedSize: number
}

/** A zip archive with these parts. */
export function zipBytes(parts: Record<string, string | DeflatedPart>): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(parts)) {
    const nameBytes = Buffer.from(name)
    const plain = typeof content === 'string' ? Buffer.from(content) : undefined
    const data = typeof content === 'string' ? deflateRawSync(content) : content.deflated
    const size = typeof content === 'string' ? Buffer.byteLength(content) : content.claimedSize
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(plain === undefined ? 0 : crc32(plain), 10)
    fields.writeUInt32LE(data.length, 14)
    fields.writeUInt32LE(size, 18)
    fields.writeUInt16LE(nameBytes.length, 22)
    const body = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, nameBytes, data])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, place, nameBytes)
    bodies.push(body)
    offset += body.length
  }
  const listing = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(bodies.length, 8)
  end.writeUInt16LE(bodies.length, 10)
  end.writeUInt32LE(listing.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, listing, end])
}

/** Deflated bytes that expand to this block many times over, made without expanding them here. */
export function deflatedRepeat(block: Buffer, times: number): Buffer {
  const once = deflateRawSync(block, { finishFlush: 3 })
  return Buffer.concat([...Array.from({ length: times }, () => once), Buffer.from([3, 0])])
}
