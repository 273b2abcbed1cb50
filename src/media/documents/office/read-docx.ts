import type { ExtractLimits } from '../limits.ts'
import { PlainText, tidied } from '../plain-text.ts'
import { relationshipsOf } from './relationships.ts'
import { WordNotes } from './word-notes.ts'
import { WordNumbering } from './word-numbering.ts'
import { WordText } from './word-text.ts'
import type { ZipPackage } from './zip-package.ts'

// A section can bring its own header; the same words on every section are shown once.
const before = ['header']
const after = ['footnotes', 'endnotes', 'footer']

/** Headers, the body with its tables and text boxes, the notes that it refers to, and footers. */
export async function readDocx(parts: ZipPackage, document: string, limits: ExtractLimits): Promise<string> {
  const related = await relationshipsOf(parts, document)
  const partOfType = (type: string) => related.find(relationship => relationship.type === type)?.target
  const numbering = await WordNumbering.read(parts, partOfType('numbering'), partOfType('styles'))
  const notes = new WordNotes()

  const read = async (part: string): Promise<string> => {
    const text = new PlainText(limits.outputBytes)
    await parts.readXml(part, new WordText(text, numbering, notes))
    return tidied(text.toString())
  }
  const readAll = async (types: readonly string[]): Promise<string[]> => {
    const texts = new Set<string>()
    for (const type of types) {
      for (const relationship of related.filter(each => each.type === type)) texts.add(await read(relationship.target))
    }
    return [...texts]
  }

  const whole = new PlainText(limits.outputBytes)
  for (const text of [...(await readAll(before)), await read(document), ...(await readAll(after))]) {
    if (text !== '') whole.write(`${text}\n\n`)
  }
  return tidied(whole.toString())
}
