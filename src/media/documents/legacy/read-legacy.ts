import { readFile, stat } from 'node:fs/promises'
import { acceptedList } from '../accepted.ts'
import { DocumentError, encryptedDocument } from '../document-error.ts'
import { type DocumentFile, megabytes } from '../limits.ts'
import { OleContainer } from './ole-container.ts'
import { readDoc } from './read-doc.ts'
import { readPpt } from './read-ppt.ts'
import { readXls } from './read-xls.ts'

/** Documents of Office before 2007, and the wrapper that an encrypted newer one has. */
export async function readLegacy(file: DocumentFile): Promise<string> {
  const { size } = await stat(file.path)
  if (size > file.limits.expandedBytes) {
    throw new DocumentError(
      `The file is larger than ${megabytes(file.limits.expandedBytes)}, the most accepted.`,
      'limit',
    )
  }
  const container = new OleContainer(await readFile(file.path))
  if (container.has('EncryptedPackage')) throw encryptedDocument()
  const word = container.stream('WordDocument')
  if (word !== undefined) return readDoc(word, container, file.limits)
  const workbook = container.stream('Workbook') ?? container.stream('Book')
  if (workbook !== undefined) return readXls(workbook, file.limits)
  const presentation = container.stream('PowerPoint Document')
  if (presentation !== undefined) return readPpt(presentation, container, file.limits)
  throw new DocumentError(
    `The file is an OLE container without a document that can be read. ${acceptedList}`,
    'not-accepted',
  )
}
