import type { ZipPackage } from './zip-package.ts'

/** The texts that cells refer to by number. */
export async function readSharedStrings(parts: ZipPackage, part: string): Promise<string[]> {
  const strings: string[] = []
  let current = ''
  let inText = false
  let inPhonetic = false
  await parts.readXml(part, {
    open(name) {
      if (name === 'si') current = ''
      else if (name === 't') inText = true
      else if (name === 'rPh') inPhonetic = true
    },
    close(name) {
      if (name === 'si') strings.push(current)
      else if (name === 't') inText = false
      else if (name === 'rPh') inPhonetic = false
    },
    text(text) {
      // How characters are pronounced stands beside them; readers see it only as small print.
      if (inText && !inPhonetic) current += text
    },
  })
  return strings
}
