export interface BiffRecord {
  type: number
  data: Buffer
  /** Long records go on in others; a text that is cut there begins its next part with a byte of its own. */
  continued: Buffer[]
}

const CONTINUE = 0x003c

/** The records of a workbook from one place on. */
export function* biffRecords(stream: Buffer, from: number): Generator<BiffRecord> {
  let at = from
  let record: BiffRecord | undefined
  while (at + 4 <= stream.length) {
    const type = stream.readUInt16LE(at)
    const end = at + 4 + stream.readUInt16LE(at + 2)
    const data = stream.subarray(at + 4, end)
    at = end
    if (type === CONTINUE && record !== undefined) {
      record.continued.push(data)
      continue
    }
    if (record !== undefined) yield record
    record = { type, data, continued: [] }
  }
  if (record !== undefined) yield record
}
