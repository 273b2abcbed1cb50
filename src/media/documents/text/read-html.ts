import { Parser } from 'htmlparser2'
import { DocumentError } from '../document-error.ts'
import type { DocumentFile } from '../limits.ts'
import { tidied } from '../plain-text.ts'
import { HtmlText } from './html-text.ts'
import { readTextFile } from './text-file.ts'

const DEPTH_LIMIT = 10_000

/** The text a reader of the page sees, without menus. A page that is nothing but menus keeps them. */
export async function readHtml(file: DocumentFile): Promise<string> {
  const page = await parsePage(file, { dropNavigation: true })
  if (page.text !== '' && !page.navigationNeverEnded) return page.text
  return (await parsePage(file, { dropNavigation: false })).text
}

async function parsePage(file: DocumentFile, options: { dropNavigation: boolean }) {
  const page = new HtmlText(file.limits.outputBytes, options)
  let depth = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1
      if (depth > DEPTH_LIMIT)
        throw new DocumentError(`The page nests elements deeper than ${DEPTH_LIMIT} levels.`, 'limit')
      page.open(name, attributes)
    },
    onclosetag(name, isImplied) {
      depth -= 1
      page.close(name, isImplied)
    },
    ontext: text => page.write(text),
  })
  for await (const chunk of readTextFile(file, declaredEncoding)) parser.write(chunk)
  parser.end()
  return { text: tidied(page.toString()), navigationNeverEnded: page.navigationNeverEnded }
}

function declaredEncoding(head: string): string | undefined {
  const inMeta = /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)
  const inXml = /^\s*<\?xml[^>]+encoding\s*=\s*["']([\w.:-]+)/i.exec(head)
  return inMeta?.[1] ?? inXml?.[1]
}
