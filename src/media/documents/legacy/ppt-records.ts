export interface PptRecord {
  type: number
  instance: number
  /** Where the content begins and ends. */
  from: number
  to: number
}

const HEADER_BYTES = 8

export function recordAt(bytes: Buffer, at: number): PptRecord | undefined {
  if (at < 0 || at + HEADER_BYTES > bytes.length) return undefined
  const from = at + HEADER_BYTES
  return {
    type: bytes.readUInt16LE(at + 2),
    instance: bytes.readUInt16LE(at) >> 4,
    from,
    to: Math.min(from + bytes.readUInt32LE(at + 4), bytes.length),
  }
}

/** All records between two places, containers before what is in them; one pass without recursion, so it always ends. */
export function* recordsWithin(bytes: Buffer, { from, to }: { from: number; to: number }): Generator<PptRecord> {
  let at = from
  while (at + HEADER_BYTES <= to) {
    const record = recordAt(bytes, at)
    if (record === undefined) return
    yield record
    const isContainer = ((bytes[at] ?? 0) & 0x0f) === 0x0f
    at = isContainer ? record.from : record.to
  }
}
