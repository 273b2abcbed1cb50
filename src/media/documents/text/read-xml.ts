import type { DocumentFile } from '../limits.ts'
import { PlainText, tidied } from '../plain-text.ts'
import { readXml as readXmlEvents } from '../xml-events.ts'
import { readTextFile } from './text-file.ts'

const DEPTH_LIMIT = 1000

/** The text content of a document. Elements that hold no text of their own, only elements, put these on lines. */
export async function readXml(file: DocumentFile): Promise<string> {
  const text = new PlainText(file.limits.outputBytes)
  // For each open element: has it text of its own, beside its child elements?
  const mixed: boolean[] = []
  let breakWanted = false
  let afterChild = false

  await readXmlEvents(
    readTextFile(file, declaredEncoding),
    {
      open() {
        breakWanted ||= mixed.at(-1) !== true
        mixed.push(false)
        afterChild = false
      },
      close() {
        mixed.pop()
        breakWanted ||= mixed.at(-1) !== true
        afterChild = true
      },
      text(piece) {
        if (piece.trim() === '') {
          if (!breakWanted) text.write(' ')
          return
        }
        // Text right after a child element continues the line of that child.
        if (breakWanted && !afterChild && !text.isEmpty) text.write('\n')
        breakWanted = false
        afterChild = false
        if (mixed.length > 0) mixed[mixed.length - 1] = true
        text.write(piece)
      },
    },
    DEPTH_LIMIT,
  )
  return tidied(text.toString())
}

function declaredEncoding(head: string): string | undefined {
  return /^\s*<\?xml[^>]+encoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1]
}
