import { TextDecoder } from 'node:util'

const tables = new Map<string, Map<string, Buffer>>()

/** Text in a legacy encoding, by turning the runtime's decoder around. */
export function encoded(text: string, encoding: string): Buffer {
  const table = tables.get(encoding) ?? tableOf(encoding)
  tables.set(encoding, table)
  return Buffer.concat(
    Array.from(text, character => {
      const bytes = table.get(character)
      if (bytes === undefined) throw new Error(`${encoding} has no "${character}"`)
      return bytes
    }),
  )
}

function tableOf(encoding: string): Map<string, Buffer> {
  const decoder = new TextDecoder(encoding)
  const table = new Map<string, Buffer>()
  const add = (bytes: Buffer) => {
    const text = decoder.decode(bytes)
    if ([...text].length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, bytes)
  }
  for (let one = 0; one < 256; one += 1) add(Buffer.from([one]))
  if (!/^(windows|iso-8859|koi8|ibm)/.test(encoding)) {
    for (let lead = 0x81; lead < 0xff; lead += 1) {
      for (let trail = 0x40; trail < 0xff; trail += 1) add(Buffer.from([lead, trail]))
    }
  }
  return table
}
