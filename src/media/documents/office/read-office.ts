import { acceptedList } from '../accepted.ts'
import { DocumentError } from '../document-error.ts'
import type { DocumentFile } from '../limits.ts'
import { attribute } from '../xml-events.ts'
import { readDocx } from './read-docx.ts'
import { readPptx } from './read-pptx.ts'
import { readXlsx } from './read-xlsx.ts'
import { mainPart } from './relationships.ts'
import { ZipPackage } from './zip-package.ts'

const readers = { word: readDocx, excel: readXlsx, powerpoint: readPptx }
type Family = keyof typeof readers

const usualParts: readonly [string, Family][] = [
  ['word/document.xml', 'word'],
  ['xl/workbook.xml', 'excel'],
  ['ppt/presentation.xml', 'powerpoint'],
]

/** Reads a zip as the Office document that it is by its own table of contents. */
export async function readOffice(file: DocumentFile): Promise<string> {
  const parts = await ZipPackage.open(file)
  try {
    const { family, part } = await findDocument(parts)
    return await readers[family](parts, part, file.limits)
  } finally {
    parts.close()
  }
}

async function findDocument(parts: ZipPackage): Promise<{ family: Family; part: string }> {
  const stated = await statedMainPart(parts)
  if (stated !== undefined) return { ...stated, part: (await mainPart(parts)) ?? stated.part }
  for (const [part, family] of usualParts) if (parts.has(part)) return { family, part }
  throw await notOffice(parts)
}

async function statedMainPart(parts: ZipPackage): Promise<{ family: Family; part: string } | undefined> {
  let found: { family: Family; part: string } | undefined
  await parts.readXml('[Content_Types].xml', {
    open(name, attributes) {
      const type = attribute(attributes, 'ContentType') ?? ''
      const part = attribute(attributes, 'PartName') ?? ''
      const family = familyOf(type)
      if (name === 'Override' && family !== undefined && parts.has(part)) found ??= { family, part: part.slice(1) }
    },
  })
  return found
}

function familyOf(contentType: string): Family | undefined {
  if (!contentType.endsWith('main+xml')) return undefined
  if (/wordprocessingml|ms-word/.test(contentType)) return 'word'
  if (/spreadsheetml|ms-excel/.test(contentType)) return 'excel'
  if (/presentationml|ms-powerpoint/.test(contentType)) return 'powerpoint'
  return undefined
}

async function notOffice(parts: ZipPackage): Promise<DocumentError> {
  let what = 'a zip archive without a Word, Excel or PowerPoint document inside'
  const mimetype = await parts.head('mimetype')
  if (mimetype.includes('opendocument')) what = 'an OpenDocument file'
  else if (mimetype.includes('epub')) what = 'an EPUB book'
  else if (parts.has('xl/workbook.bin')) what = 'a binary Excel workbook (xlsb); save it as xlsx'
  return new DocumentError(`The file is ${what}. ${acceptedList}`, 'not-accepted')
}
