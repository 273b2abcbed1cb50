import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createDocumentExtractor, DocumentError } from '../../src/media/documents/extract.ts'
import { watchMemory } from '../../src/media/documents/testing/memory-watch.ts'

interface Expectation {
  contains?: string[]
  contains_ignoring_whitespace?: string[]
  contains_if_decoded?: string[]
  field_values?: string[]
  error?: true
  error_or_contains?: string[]
  error_or_empty?: true
  error_or_unexpanded?: true
  must_not_error?: true
  no_text_layer?: true
  pages?: number
  max_seconds?: number
  max_extra_memory_mb?: number
  max_output_bytes?: number
  must_not_open?: string
  must_not_write?: string
  /** For people, and for when pictures can be read. */
  note?: string
  with_ocr_contains?: string[]
}

interface Sample {
  file: string
  what: string
  expect: Expectation
}

const folder = join(import.meta.dirname, '../../../shared/samples/documents')
const manifest = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => '[]')
const samples: Sample[] = JSON.parse(manifest)
const understood = new Set(
  `contains contains_ignoring_whitespace contains_if_decoded field_values error error_or_contains error_or_empty
   error_or_unexpanded must_not_error no_text_layer pages max_seconds max_extra_memory_mb max_output_bytes must_not_open
   must_not_write note with_ocr_contains`.split(/\s+/),
)

const extractor = createDocumentExtractor({ workers: 1 })
const figures: { file: string; seconds: number; memoryMb: number }[] = []

afterAll(async () => {
  await extractor.close()
  if (figures.length === 0) return
  const total = figures.reduce((sum, { seconds }) => sum + seconds, 0)
  const slowest = figures.toSorted((one, other) => other.seconds - one.seconds)[0]
  const largest = figures.toSorted((one, other) => other.memoryMb - one.memoryMb)[0]
  process.stdout.write(
    `documents: ${figures.length} in ${total.toFixed(1)} s; slowest ${slowest?.file} ${slowest?.seconds.toFixed(1)} s; ` +
      `most memory ${largest?.file} +${Math.round(largest?.memoryMb ?? 0)} MB\n`,
  )
})

async function extract(file: string): Promise<{ text: string; error: unknown; seconds: number; memoryMb: number }> {
  const memory = watchMemory()
  const started = performance.now()
  let text = ''
  let error: unknown
  try {
    text = await extractor.extract({ path: join(folder, file), filename: file })
  } catch (thrown) {
    error = thrown
  }
  const seconds = (performance.now() - started) / 1000
  return { text, error, seconds, memoryMb: memory.stop() }
}

describe.skipIf(samples.length === 0)('real and hostile documents', () => {
  it.each(samples)('$file: $what', async ({ file, expect: wanted }) => {
    expect(Object.keys(wanted).filter(key => !understood.has(key))).toEqual([])
    const { text, error, seconds, memoryMb } = await extract(file)
    figures.push({ file, seconds, memoryMb })

    if (error !== undefined) expect(error).toBeInstanceOf(DocumentError)
    const mayFail =
      wanted.error ||
      wanted.error_or_contains ||
      wanted.error_or_empty ||
      wanted.error_or_unexpanded ||
      wanted.no_text_layer
    if (!mayFail || wanted.must_not_error) expect(error).toBeUndefined()
    if (wanted.error) expect(error).toBeDefined()
    if (wanted.no_text_layer) {
      expect(error).toMatchObject({ fault: 'pictures-only', message: expect.stringContaining(`${wanted.pages} pages`) })
    }
    if (wanted.error_or_empty && error === undefined) expect(text.trim()).toBe('')
    const inText = [...(wanted.contains ?? []), ...(wanted.contains_if_decoded ?? []), ...(wanted.field_values ?? [])]
    if (error === undefined) inText.push(...(wanted.error_or_contains ?? []))
    for (const words of inText) expect(text).toContain(words)
    const dense = text.replace(/\s/g, '')
    for (const words of wanted.contains_ignoring_whitespace ?? []) expect(dense).toContain(words)

    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(wanted.max_output_bytes ?? 16 * 1024 * 1024)
    if (wanted.error_or_unexpanded) expect(text).not.toContain('lollol')
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/)
    expect(seconds).toBeLessThan(wanted.max_seconds ?? 60)
    expect(memoryMb).toBeLessThan(wanted.max_extra_memory_mb ?? 512)
    if (wanted.must_not_open) expect(text).not.toContain('root:')
    if (wanted.must_not_write) await expect(access('/tmp/escaped-by-sample.txt')).rejects.toThrow()
  })

  it('reads the left column of a page before the right one', async () => {
    const { text } = await extract('pdf15-two-columns.pdf')
    // The first page ends its left column with the first and begins its right column with the second.
    const left = text.indexOf('This is a sample document with two columns')
    const right = text.indexOf('lacus vel est. Curabitur consectetuer.')
    expect(left).toBeGreaterThan(-1)
    expect(right).toBeGreaterThan(left)
  })

  it('works on after each hostile document', async () => {
    const { text } = await extract('docx-tables.docx')
    expect(text).toContain('Top left')
  })
})
