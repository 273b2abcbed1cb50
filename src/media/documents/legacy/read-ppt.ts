import { DocumentError, encryptedDocument } from '../document-error.ts'
import type { ExtractLimits } from '../limits.ts'
import { PlainText, tidied } from '../plain-text.ts'
import type { OleContainer } from './ole-container.ts'
import { type PptRecord, recordAt, recordsWithin } from './ppt-records.ts'

const SLIDE_ATOM = 0x03ef
const SLIDE_PERSIST = 0x03f3
const SLIDE_LIST = 0x0ff0
const TEXT_UTF16 = 0x0fa0
const TEXT_LATIN1 = 0x0fa8
const USER_EDIT = 0x0ff5
const ENCRYPTED = 0xf3d1c4df
const SLIDES = 0
const NOTES = 2

interface SlideEntry {
  persistId: number
  slideId: number
  /** Titles and bullet lists stand here, apart from the drawing of the slide. */
  outline: string[]
}

/** Slide by slide, with the speaker's notes, as of the last time the presentation was saved. */
export function readPpt(stream: Buffer, container: OleContainer, limits: ExtractLimits): string {
  const { persisted, documentId } = lastSave(stream, container)
  const document = recordAt(stream, persisted.get(documentId) ?? -1)
  if (document === undefined) throw damaged()
  const slides = slideList(stream, document, SLIDES)
  const notes = new Map(slideList(stream, document, NOTES).map(entry => [entry.slideId, entry.persistId]))
  if (slides.length > limits.pages) {
    throw new DocumentError(
      `The presentation has ${slides.length} slides; at most ${limits.pages} are accepted.`,
      'limit',
    )
  }
  const text = new PlainText(limits.outputBytes)
  for (const [index, { persistId, outline }] of slides.entries()) {
    const slide = recordAt(stream, persisted.get(persistId) ?? -1)
    const lines = [...outline, ...textsOf(stream, slide)]
    const noted = textsOf(stream, recordAt(stream, persisted.get(notes.get(notesIdOf(stream, slide)) ?? -1) ?? -1))
    if (noted.length > 0) lines.push(`Notes: ${noted.join('\n')}`)
    if (lines.length > 0) text.write(`Slide ${index + 1}\n${lines.join('\n')}\n\n`)
  }
  return tidied(text.toString())
}

/** Saving appends: where each part now is, is told by the last save, then by those before it. */
function lastSave(stream: Buffer, container: OleContainer) {
  const user = container.stream('Current User')
  if (user === undefined || user.length < 20) throw damaged()
  if (user.readUInt32LE(12) === ENCRYPTED) throw encryptedDocument()
  const persisted = new Map<number, number>()
  const seen = new Set<number>()
  let documentId: number | undefined
  let at = user.readUInt32LE(16)
  for (;;) {
    const edit = recordAt(stream, at)
    if (edit?.type !== USER_EDIT || seen.has(at)) break
    seen.add(at)
    if (edit.to - edit.from >= 32) throw encryptedDocument()
    documentId ??= stream.readUInt32LE(edit.from + 16)
    addPersisted(stream, recordAt(stream, stream.readUInt32LE(edit.from + 12)), persisted)
    at = stream.readUInt32LE(edit.from + 8)
  }
  if (documentId === undefined) throw damaged()
  return { persisted, documentId }
}

function addPersisted(stream: Buffer, directory: PptRecord | undefined, persisted: Map<number, number>): void {
  if (directory === undefined) return
  let at = directory.from
  while (at + 4 <= directory.to) {
    const run = stream.readUInt32LE(at)
    const count = run >>> 20
    for (let index = 0; index < count && at + 8 + 4 * index <= directory.to; index += 1) {
      const id = (run & 0xfffff) + index
      if (!persisted.has(id)) persisted.set(id, stream.readUInt32LE(at + 4 + 4 * index))
    }
    at += 4 + 4 * count
  }
}

function slideList(stream: Buffer, document: PptRecord, kind: number): SlideEntry[] {
  const entries: SlideEntry[] = []
  for (const list of recordsWithin(stream, document)) {
    if (list.type !== SLIDE_LIST || list.instance !== kind) continue
    for (const record of recordsWithin(stream, list)) {
      if (record.type === SLIDE_PERSIST && record.to - record.from >= 16) {
        const persistId = stream.readUInt32LE(record.from)
        entries.push({ persistId, slideId: stream.readUInt32LE(record.from + 12), outline: [] })
      } else {
        const text = textOf(stream, record)
        if (text !== '') entries.at(-1)?.outline.push(text)
      }
    }
  }
  return entries
}

function notesIdOf(stream: Buffer, slide: PptRecord | undefined): number {
  if (slide === undefined) return 0
  for (const record of recordsWithin(stream, slide)) {
    if (record.type === SLIDE_ATOM && record.to - record.from >= 20) return stream.readUInt32LE(record.from + 16)
  }
  return 0
}

function textsOf(stream: Buffer, record: PptRecord | undefined): string[] {
  if (record === undefined) return []
  const texts: string[] = []
  for (const inner of recordsWithin(stream, record)) {
    const text = textOf(stream, inner)
    if (text !== '') texts.push(text)
  }
  return texts
}

function textOf(stream: Buffer, { type, from, to }: PptRecord): string {
  let text = ''
  if (type === TEXT_UTF16) text = stream.toString('utf16le', from, to).trim()
  if (type === TEXT_LATIN1) text = stream.toString('latin1', from, to).trim()
  // An asterisk alone stands for the number or the date of the slide.
  return text === '*' ? '' : text
}

function damaged(): DocumentError {
  return new DocumentError('The presentation is damaged, or older than PowerPoint 97.', 'damaged')
}
