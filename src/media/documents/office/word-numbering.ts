import { attribute, type XmlAttributes } from '../xml-events.ts'
import { numeral } from './numerals.ts'
import type { ZipPackage } from './zip-package.ts'

interface Level {
  format: string
  /** Such as `%1.%2)`, where %1 stands for the number of the first level. */
  pattern: string
  start: number
}

export interface ListPosition {
  list: string
  level: number
}

/** Counts list items as they pass, and says what stands before each. */
export class WordNumbering {
  /** Paragraph styles that number their paragraphs, as headings often do. */
  readonly styles = new Map<string, ListPosition>()
  readonly #levels = new Map<string, Level[]>()
  readonly #abstractOf = new Map<string, string>()
  readonly #counts = new Map<string, number[]>()

  static async read(parts: ZipPackage, numberingPart?: string, stylesPart?: string): Promise<WordNumbering> {
    const numbering = new WordNumbering()
    if (numberingPart !== undefined) await numbering.#readLists(parts, numberingPart)
    if (stylesPart !== undefined) await numbering.#readStyles(parts, stylesPart)
    return numbering
  }

  /** The mark before the next paragraph at this place of a list. */
  next({ list, level }: ListPosition): string {
    const abstract = this.#abstractOf.get(list)
    const levels = abstract === undefined ? undefined : this.#levels.get(abstract)
    const own = levels?.[level]
    if (abstract === undefined || levels === undefined || own === undefined || own.format === 'none') return ''
    if (own.format === 'bullet') return `${'  '.repeat(level)}- `
    const counts = this.#counts.get(abstract) ?? []
    counts[level] = (counts[level] ?? own.start - 1) + 1
    counts.length = level + 1
    this.#counts.set(abstract, counts)
    const mark = own.pattern.replace(/%(\d)/g, (_, digit: string) => {
      const shown = Number(digit) - 1
      return numeral(counts[shown] ?? levels[shown]?.start ?? 1, levels[shown]?.format ?? 'decimal')
    })
    return mark.trim() === '' ? '' : `${mark} `
  }

  async #readLists(parts: ZipPackage, part: string): Promise<void> {
    let abstract = ''
    let list = ''
    let level: Level | undefined
    await parts.readXml(part, {
      open: (name, attributes) => {
        if (name === 'abstractNum') {
          abstract = attribute(attributes, 'abstractNumId') ?? ''
          this.#levels.set(abstract, [])
        } else if (name === 'lvl') {
          level = { format: 'decimal', pattern: '', start: 1 }
          const index = levelIndex(attribute(attributes, 'ilvl'))
          const levels = this.#levels.get(abstract)
          if (levels !== undefined) levels[index] = level
        } else if (name === 'num') list = attribute(attributes, 'numId') ?? ''
        else if (name === 'abstractNumId') this.#abstractOf.set(list, valueAttribute(attributes))
        else if (level !== undefined) {
          if (name === 'numFmt') level.format = valueAttribute(attributes)
          if (name === 'lvlText') level.pattern = valueAttribute(attributes)
          if (name === 'start') level.start = Number.parseInt(valueAttribute(attributes), 10) || 0
        }
      },
      close: name => {
        if (name === 'lvl') level = undefined
      },
    })
  }

  async #readStyles(parts: ZipPackage, part: string): Promise<void> {
    let style = ''
    let position: Partial<ListPosition> = {}
    await parts.readXml(part, {
      open: (name, attributes) => {
        if (name === 'style') {
          style = attribute(attributes, 'styleId') ?? ''
          position = {}
        } else if (name === 'numId') position.list = valueAttribute(attributes)
        else if (name === 'ilvl') position.level = levelIndex(valueAttribute(attributes))
      },
      close: name => {
        if (name === 'style' && position.list !== undefined) {
          this.styles.set(style, { list: position.list, level: position.level ?? 0 })
        }
      },
    })
  }
}

export function levelIndex(text: string | undefined): number {
  const level = Number.parseInt(text ?? '0', 10)
  return level >= 0 && level <= 8 ? level : 0
}

export function valueAttribute(attributes: XmlAttributes): string {
  return attribute(attributes, 'val') ?? ''
}
