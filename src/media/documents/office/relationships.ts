import { posix } from 'node:path'
import { attribute, type XmlAttributes } from '../xml-events.ts'
import type { ZipPackage } from './zip-package.ts'

const RELATIONSHIP_LIMIT = 100_000

export interface Relationship {
  id: string
  /** The last word of the type, such as `slide` or `sharedStrings`; the rest differs between dialects of the format. */
  type: string
  /** The name of the part that is meant, from the root of the package. */
  target: string
}

/** What a part refers to inside the document. Addresses outside of it are left out, so nothing can follow them. */
export async function relationshipsOf(parts: ZipPackage, partName: string): Promise<Relationship[]> {
  const folder = posix.dirname(partName)
  const found: Relationship[] = []
  await parts.readXml(posix.join(folder, '_rels', `${posix.basename(partName)}.rels`), {
    open(name, attributes) {
      if (name !== 'Relationship' || attribute(attributes, 'TargetMode') === 'External') return
      if (found.length === RELATIONSHIP_LIMIT) return
      const target = attribute(attributes, 'Target') ?? ''
      found.push({
        id: attribute(attributes, 'Id') ?? '',
        type: posix.basename(attribute(attributes, 'Type') ?? ''),
        target: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
      })
    },
  })
  return found
}

/** The part that a document starts from. */
export async function mainPart(parts: ZipPackage): Promise<string | undefined> {
  const roots = await relationshipsOf(parts, '')
  return roots.find(({ type }) => type === 'officeDocument')?.target
}

/** A sheet or slide has an id of its own and, under a prefix, the id of its relationship. */
export function relationshipId(attributes: XmlAttributes): string {
  for (const name in attributes) if (name.endsWith(':id')) return attributes[name] ?? ''
  return ''
}
