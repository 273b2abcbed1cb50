import sax from 'sax'
import { DocumentError } from './document-error.ts'

export type XmlAttributes = Readonly<Record<string, string>>

/** Names come without their namespace prefix; text may come in several pieces. */
export interface XmlHandler {
  open?(name: string, attributes: XmlAttributes): void
  close?(name: string): void
  text?(text: string): void
}

// Without a prototype: a name such as "constructor" must not be found either.
const standardEntities = Object.assign(Object.create(null), { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" })

/**
 * Reads XML as it streams by, without recursion. Declarations inside a document type are skipped unread: no entity is
 * ever expanded beyond the five standard ones, and nothing outside the document is opened.
 */
export async function readXml(chunks: AsyncIterable<string>, handler: XmlHandler, depthLimit: number): Promise<void> {
  const parser = Object.assign(sax.parser(true), { ENTITIES: standardEntities })
  const localNames = new Map<string, string>()
  let depth = 0

  parser.onopentag = tag => {
    depth += 1
    if (depth > depthLimit) {
      throw new DocumentError(`The XML nests elements deeper than ${depthLimit} levels, the most accepted.`, 'limit')
    }
    handler.open?.(localName(localNames, tag.name), tag.attributes as XmlAttributes)
  }
  parser.onclosetag = name => {
    depth -= 1
    handler.close?.(localName(localNames, name))
  }
  parser.ontext = text => handler.text?.(text)
  parser.oncdata = text => handler.text?.(text)
  parser.onerror = error => {
    // An entity that only the document type defines stays in the text as it was written.
    if (!/^Invalid character.* entity/.test(error.message)) throw malformed(error.message, parser.line + 1)
    parser.resume()
  }

  for await (const chunk of chunks) parser.write(chunk)
  parser.close()
}

export function attribute(attributes: XmlAttributes, localName: string): string | undefined {
  const plain = attributes[localName]
  if (plain !== undefined) return plain
  for (const name in attributes) if (name.endsWith(`:${localName}`)) return attributes[name]
  return undefined
}

function localName(known: Map<string, string>, name: string): string {
  const cached = known.get(name)
  if (cached !== undefined) return cached
  const local = name.slice(name.indexOf(':') + 1)
  // A hostile document could invent a name for each element.
  if (known.size < 10_000) known.set(name, local)
  return local
}

function malformed(message: string, line: number): DocumentError {
  const [what] = message.split('\n')
  return new DocumentError(`The XML is not well formed, near line ${line}: ${what}.`, 'damaged')
}
