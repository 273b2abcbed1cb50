import { Parser } from 'htmlparser2'
import { DocumentError } from './document-error.ts'

export type XmlAttributes = Readonly<Record<string, string>>

/** Names come without their namespace prefix; text may come in several pieces. */
export interface XmlHandler {
  open?(name: string, attributes: XmlAttributes): void
  close?(name: string): void
  text?(text: string): void
}

/**
 * Reads XML as it streams by, without recursion. The parser knows the five standard entities and no others: what a
 * document type declares is passed over, never expanded, and nothing outside the document is opened.
 */
export async function readXml(chunks: AsyncIterable<string>, handler: XmlHandler, depthLimit: number): Promise<void> {
  const localNames = new Map<string, string>()
  let depth = 0
  let sawElement = false
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        sawElement = true
        depth += 1
        if (depth > depthLimit) {
          throw new DocumentError(
            `The XML nests elements deeper than ${depthLimit} levels, the most accepted.`,
            'limit',
          )
        }
        handler.open?.(localName(localNames, name), attributes)
      },
      onclosetag(name) {
        depth -= 1
        handler.close?.(localName(localNames, name))
      },
      ontext(text) {
        // Outside of the root element there are only remains of a document type.
        if (depth > 0) handler.text?.(text)
      },
    },
    { xmlMode: true },
  )
  for await (const chunk of chunks) parser.write(chunk)
  if (!sawElement) throw new DocumentError('The file is not XML: it has no element.', 'damaged')
  if (depth > 0) throw new DocumentError('The XML is cut short: not all of its elements are closed.', 'damaged')
  parser.end()
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
