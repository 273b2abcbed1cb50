import { DocumentError } from '../document-error.ts'
import type { ExtractLimits } from '../limits.ts'
import { PlainText, tidied } from '../plain-text.ts'
import { attribute } from '../xml-events.ts'
import { relationshipId, relationshipsOf } from './relationships.ts'
import { readSharedStrings } from './shared-strings.ts'
import { SheetText } from './sheet-text.ts'
import { readCellFormats } from './workbook-styles.ts'
import type { ZipPackage } from './zip-package.ts'

/** Every sheet under its name, one line for each row. */
export async function readXlsx(parts: ZipPackage, workbook: string, limits: ExtractLimits): Promise<string> {
  const { sheets, epoch1904 } = await readWorkbook(parts, workbook)
  if (sheets.length > limits.pages) {
    throw new DocumentError(`The workbook has ${sheets.length} sheets; at most ${limits.pages} are accepted.`, 'limit')
  }
  const related = await relationshipsOf(parts, workbook)
  const partOfType = (type: string) => related.find(relationship => relationship.type === type)?.target ?? ''
  const strings = await readSharedStrings(parts, partOfType('sharedStrings'))
  const formats = await readCellFormats(parts, partOfType('styles'))

  const text = new PlainText(limits.outputBytes)
  for (const sheet of sheets) {
    const part = related.find(({ id }) => id === sheet.relationship)
    const rows = new PlainText(limits.outputBytes)
    if (part?.type === 'worksheet')
      await parts.readXml(part.target, new SheetText(rows, { strings, formats, epoch1904 }))
    if (!rows.isEmpty) text.write(`Sheet: ${sheet.name}\n${rows}\n`)
  }
  return tidied(text.toString())
}

async function readWorkbook(parts: ZipPackage, part: string) {
  const sheets: { name: string; relationship: string }[] = []
  let epoch1904 = false
  await parts.readXml(part, {
    open(name, attributes) {
      if (name === 'sheet') {
        sheets.push({ name: attribute(attributes, 'name') ?? '', relationship: relationshipId(attributes) })
      }
      if (name === 'workbookPr') epoch1904 = /^(1|true)$/.test(attribute(attributes, 'date1904') ?? '')
    },
  })
  return { sheets, epoch1904 }
}
