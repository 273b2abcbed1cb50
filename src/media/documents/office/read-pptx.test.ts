import { describe, expect, it } from 'vitest'
import { documentText } from '../testing/document-text.ts'
import { officeBytes, relationships } from '../testing/office-bytes.ts'

const words = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`
const shape = (text: string, placeholder = '') =>
  `<p:sp><p:nvSpPr><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:txBody>${words(text)}</p:txBody></p:sp>`

function pptx(slides: readonly string[], others: Record<string, string> = {}): Buffer {
  // The order of the list is the order of the slides, whatever their numbers are.
  const ids = slides.map((_, index) => `<p:sldId id="${300 - index}" r:id="rId${index}"/>`)
  const related = Object.keys(others).map(
    (part, index) => [`rId${index}`, part.replace(/\d*\.xml$/, ''), `../others/${part}`] as const,
  )
  return officeBytes('powerpoint', {
    'ppt/presentation.xml': `<p:presentation><p:sldIdLst>${ids.join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(
      slides.map((_, index) => [`rId${index}`, 'slide', `slides/slide${index}.xml`]),
    ),
    'ppt/slides/_rels/slide0.xml.rels': relationships(related),
    ...Object.fromEntries(slides.map((slide, index) => [`ppt/slides/slide${index}.xml`, `<p:sld>${slide}</p:sld>`])),
    ...Object.fromEntries(Object.entries(others).map(([part, content]) => [`ppt/others/${part}`, content])),
  })
}

const read = (slides: readonly string[], others?: Record<string, string>) =>
  documentText('a.pptx', pptx(slides, others))

describe('presentations', () => {
  it('have titles first, then shapes however deep they are grouped', async () => {
    const group = `<p:grpSp><p:grpSp>${shape('deep')}</p:grpSp>${shape('shallow')}</p:grpSp>`
    const slide = group + shape('The title', '<p:ph type="title"/>') + shape('7', '<p:ph type="sldNum"/>')
    expect(await read([slide, shape('second slide')])).toBe(
      'Slide 1\nThe title\ndeep\nshallow\n\nSlide 2\nsecond slide',
    )
  })

  it('have rows of tables on lines', async () => {
    const cell = (text: string) => `<a:tc><a:txBody>${words(text)}</a:txBody></a:tc>`
    const table = `<p:graphicFrame><a:tbl><a:tr>${cell('a')}${cell('')}${cell('c')}</a:tr><a:tr>${cell('d')}</a:tr></a:tbl></p:graphicFrame>`
    expect(await read([table])).toBe('Slide 1\na\t\tc\nd')
  })

  it('have the speaker’s notes, charts and diagrams of each slide', async () => {
    const points = (values: readonly (string | number)[]) =>
      values.map(value => `<c:pt><c:v>${value}</c:v></c:pt>`).join('')
    const text = await read([shape('Numbers')], {
      'chart1.xml': `<c:chartSpace><c:title>${words('Growth')}</c:title><c:ser><c:tx>${points(['Sales'])}</c:tx><c:cat><c:f>S!A1</c:f>${points([2023, 2024])}</c:cat><c:val>${points([1.5, 2])}</c:val></c:ser></c:chartSpace>`,
      'diagramData1.xml': `<dgm:dataModel><dgm:pt><dgm:t>${words('Step one')}</dgm:t></dgm:pt></dgm:dataModel>`,
      'notesSlide1.xml': `<p:notes>${shape('1', '<p:ph type="sldNum"/>')}${shape('Speak slowly', '<p:ph type="body"/>')}</p:notes>`,
    })
    expect(text).toBe('Slide 1\nNumbers\nGrowth\n\t2023\t2024\nSales\t1.5\t2\nStep one\nNotes: Speak slowly')
  })

  it('may not have more slides than allowed', async () => {
    const reading = documentText('a.pptx', pptx(['', '', '']), { pages: 2 })
    await expect(reading).rejects.toThrow('The presentation has 3 slides; at most 2 are accepted.')
  })
})
