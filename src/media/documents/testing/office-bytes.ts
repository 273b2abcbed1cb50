import { type DeflatedPart, zipBytes } from './zip-bytes.ts'

type Parts = Record<string, string | DeflatedPart>

const mainTypes = {
  word: ['word/document.xml', 'wordprocessingml.document'],
  excel: ['xl/workbook.xml', 'spreadsheetml.sheet'],
  powerpoint: ['ppt/presentation.xml', 'presentationml.presentation'],
} as const

/** An Office document of these parts, with the tables that say which part is the main one. */
export function officeBytes(family: keyof typeof mainTypes, parts: Parts): Buffer {
  const [part, type] = mainTypes[family]
  return zipBytes({
    '[Content_Types].xml': `<?xml version="1.0"?><Types><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`,
    '_rels/.rels': relationships([['rId1', 'officeDocument', part]]),
    ...parts,
  })
}

export function relationships(list: readonly (readonly [id: string, type: string, target: string])[]): string {
  const entries = list.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`,
  )
  return `<Relationships>${entries.join('')}</Relationships>`
}

/** A Word document with this body, and other parts under the names that its relationships use. */
export function docxBytes(body: string, others: Record<string, string> = {}): Buffer {
  const types = Object.keys(others)
  return officeBytes('word', {
    'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relationships(
      types.map((name, index) => [`rId${index}`, name.replace(/\d+$/, ''), `${name}.xml`]),
    ),
    ...Object.fromEntries(types.map(name => [`word/${name}.xml`, others[name] ?? ''])),
  })
}

export function paragraph(text: string, properties = ''): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
}
