interface PdfParts {
  /** The instructions that draw each page. */
  pages: readonly (string | Buffer)[]
  /** The entries of the dictionary of every content stream, such as its filters. */
  streamEntries?: string
  pageEntries?: string
  catalogEntries?: string
  trailerEntries?: string
  /** Further objects; the first has the number `firstExtra`. */
  extra?: readonly string[]
}

export const firstExtra = 100

/** A PDF with Helvetica under the name F. */
export function pdfBytes(parts: PdfParts): Buffer {
  const objects = new Map<number, Buffer>()
  const put = (number: number, content: string | Buffer) =>
    objects.set(number, Buffer.from(content as string, 'latin1'))
  const kids = parts.pages.map((_, index) => `${10 + 2 * index} 0 R`).join(' ')
  put(1, `<</Type/Catalog/Pages 2 0 R ${parts.catalogEntries ?? ''}>>`)
  put(2, `<</Type/Pages/Kids[${kids}]/Count ${parts.pages.length}>>`)
  put(3, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>')
  for (const [index, drawing] of parts.pages.entries()) {
    const number = 10 + 2 * index
    const page = `/Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F 3 0 R>>>>/Contents ${number + 1} 0 R`
    put(number, `<<${page} ${parts.pageEntries ?? ''}>>`)
    const bytes = Buffer.from(drawing as string, 'latin1')
    const header = `<<${parts.streamEntries ?? ''}/Length ${bytes.length}>>stream\n`
    put(number + 1, Buffer.concat([Buffer.from(header), bytes, Buffer.from('\nendstream')]))
  }
  for (const [index, content] of (parts.extra ?? []).entries()) put(firstExtra + index, content)
  return assemble(objects, parts.trailerEntries ?? '')
}

/** Draws one line of text at a place. */
export function drawn(text: string, x: number, y: number, size = 10): string {
  return `BT /F ${size} Tf ${x} ${y} Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET\n`
}

function assemble(objects: ReadonlyMap<number, Buffer>, trailerEntries: string): Buffer {
  const chunks: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets = new Map<number, number>()
  let at = chunks[0]?.length ?? 0
  for (const [number, content] of objects) {
    offsets.set(number, at)
    const chunk = Buffer.concat([Buffer.from(`${number} 0 obj`), content, Buffer.from('\nendobj\n')])
    chunks.push(chunk)
    at += chunk.length
  }
  const size = Math.max(...objects.keys()) + 1
  let table = `xref\n0 ${size}\n`
  for (let number = 0; number < size; number += 1) {
    const offset = offsets.get(number)
    table += offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`
  }
  return Buffer.concat([
    ...chunks,
    Buffer.from(`${table}trailer<</Size ${size}/Root 1 0 R ${trailerEntries}>>\nstartxref\n${at}\n%%EOF`),
  ])
}
