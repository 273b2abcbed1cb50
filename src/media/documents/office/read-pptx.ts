import { DocumentError } from '../document-error.ts'
import type { ExtractLimits } from '../limits.ts'
import { PlainText, tidied } from '../plain-text.ts'
import { ChartText } from './chart-text.ts'
import { DrawingText } from './drawing-text.ts'
import { relationshipId, relationshipsOf } from './relationships.ts'
import type { ZipPackage } from './zip-package.ts'

/** Slide by slide: titles, shapes, tables, diagrams and charts, then the speaker's notes. */
export async function readPptx(parts: ZipPackage, presentation: string, limits: ExtractLimits): Promise<string> {
  const slides = await slideParts(parts, presentation)
  if (slides.length > limits.pages) {
    throw new DocumentError(
      `The presentation has ${slides.length} slides; at most ${limits.pages} are accepted.`,
      'limit',
    )
  }
  const text = new PlainText(limits.outputBytes)
  for (const [index, slide] of slides.entries()) {
    const shown = await slideText(parts, slide, text)
    if (shown !== '') text.write(`Slide ${index + 1}\n${shown}\n\n`)
  }
  return tidied(text.toString())
}

async function slideText(parts: ZipPackage, slide: string, budget: PlainText): Promise<string> {
  const drawing = new DrawingText(budget)
  await parts.readXml(slide, drawing)
  const texts = [drawing.toString()]
  for (const { type, target } of await relationshipsOf(parts, slide)) {
    if (type === 'chart') texts.push(await readInto(parts, target, new ChartText(budget)))
    if (type === 'diagramData') texts.push(await readInto(parts, target, new DrawingText(budget)))
    if (type === 'notesSlide') {
      const notes = await readInto(parts, target, new DrawingText(budget))
      texts.push(notes === '' ? '' : `Notes: ${notes}`)
    }
  }
  return texts.filter(text => text !== '').join('\n')
}

async function readInto(parts: ZipPackage, part: string, collector: ChartText | DrawingText): Promise<string> {
  await parts.readXml(part, collector)
  return collector.toString()
}

async function slideParts(parts: ZipPackage, presentation: string): Promise<string[]> {
  const related = await relationshipsOf(parts, presentation)
  const ids: string[] = []
  await parts.readXml(presentation, {
    open(name, attributes) {
      if (name === 'sldId') ids.push(relationshipId(attributes))
    },
  })
  return ids.flatMap(id => related.find(relationship => relationship.id === id)?.target ?? [])
}
