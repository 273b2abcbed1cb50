import { type Alias, type Document, isAlias, Lexer, LineCounter, type Node, parseDocument, visit } from 'yaml'
import type { Report } from './config-error.ts'
import type { Place } from './tree.ts'
import { yamlMessage } from './yaml-problems.ts'

export interface YamlDocument {
  readonly contents: Node | null
  /** What each alias stands for; undefined where no anchor of that name comes before it. */
  readonly targets: ReadonlyMap<Alias, Node | undefined>
  placeOf(offset: number): Place
}

const mostAliases = 100
/** Levels of lists and maps. */
export const deepest = 32

/** Parses the text; every error is reported, and then there is no document. */
export function parseYaml(text: string, file: string, report: Report): YamlDocument | undefined {
  if (tooManyBrackets(text)) {
    report({ file, line: 1, column: 1, path: '', message: `nested too deeply; accepted: at most ${deepest} levels` })
    return undefined
  }
  const lines = new LineCounter()
  const placeOf = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }

  // Repeated keys are found by the reader: the parser's own search compares each key with every other.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true, uniqueKeys: false })
  const broken = new Set<number>()
  for (const error of [...document.errors, ...document.warnings]) {
    const place = placeOf(error.pos[0])
    // One mistake makes the parser stumble again and again on the same line.
    if (broken.has(place.line)) continue
    broken.add(place.line)
    const line = text.slice(lines.lineStarts[place.line - 1], lines.lineStarts[place.line])
    report({ file, ...place, path: '', message: yamlMessage(error, line) })
  }
  if (broken.size > 0) return undefined

  const targets = aliasTargets(document)
  if (targets.size <= mostAliases) return { contents: document.contents, targets, placeOf }
  const message = `the file has ${targets.size} aliases (*name); accepted: at most ${mostAliases}`
  report({ file, line: 1, column: 1, path: '', message })
  return undefined
}

/** Found before parsing, whose time grows with the square of the depth of [ ] and { }. */
function tooManyBrackets(text: string): boolean {
  let depth = 0
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') depth += 1
    else if (token === ']' || token === '}') depth -= 1
    if (depth > deepest) return true
  }
  return false
}

function aliasTargets(document: Document): Map<Alias, Node | undefined> {
  const anchors = new Map<string, Node>()
  const targets = new Map<Alias, Node | undefined>()
  visit(document, {
    Node(_, node) {
      if (isAlias(node)) targets.set(node, anchors.get(node.source))
      else if ('anchor' in node && typeof node.anchor === 'string') anchors.set(node.anchor, node)
    },
  })
  return targets
}
