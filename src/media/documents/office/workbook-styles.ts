import { attribute } from '../xml-events.ts'
import { builtInFormat, type NumberFormat, parseFormat } from './number-format.ts'
import type { ZipPackage } from './zip-package.ts'

/** The number format of each cell style, by the style's place in the list. */
export async function readCellFormats(parts: ZipPackage, stylesPart: string): Promise<NumberFormat[]> {
  const written = new Map<number, NumberFormat>()
  const formats: NumberFormat[] = []
  let inCellStyles = false
  await parts.readXml(stylesPart, {
    open(name, attributes) {
      if (name === 'cellXfs') inCellStyles = true
      const id = Number(attribute(attributes, 'numFmtId') ?? 0)
      if (name === 'numFmt') written.set(id, parseFormat(attribute(attributes, 'formatCode') ?? ''))
      if (name === 'xf' && inCellStyles) formats.push(written.get(id) ?? builtInFormat(id))
    },
    close(name) {
      if (name === 'cellXfs') inCellStyles = false
    },
  })
  return formats
}
