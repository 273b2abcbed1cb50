const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1
  return value >>> 0
})

function checksum(page: Buffer): number {
  let value = 0
  for (const byte of page) value = ((value << 8) ^ (table[((value >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0
  return value
}

export interface OggPage {
  readonly packets: readonly Buffer[]
  /** How much of the sound has been heard at the end of this page. */
  readonly position: number
  readonly isLast?: boolean
}

/** Pages of one stream. Packets are small: each is whole within its page. */
export function createOggPages(serial: number): (page: OggPage) => Buffer {
  let count = 0
  return ({ packets, position, isLast = false }) => {
    const laces = packets.flatMap(packet => [
      ...Array.from({ length: Math.floor(packet.length / 255) }, () => 255),
      packet.length % 255,
    ])
    const header = Buffer.alloc(27 + laces.length)
    header.write('OggS', 0, 'latin1')
    header.writeUInt8((count === 0 ? 2 : 0) | (isLast ? 4 : 0), 5)
    header.writeBigInt64LE(BigInt(position), 6)
    header.writeUInt32LE(serial, 14)
    header.writeUInt32LE(count, 18)
    header.writeUInt8(laces.length, 26)
    Buffer.from(laces).copy(header, 27)
    const page = Buffer.concat([header, ...packets])
    page.writeUInt32LE(checksum(page), 22)
    count += 1
    return page
  }
}
