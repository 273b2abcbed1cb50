import { isAlias, isMap, isScalar, isSeq, type Node, type YAMLMap, type YAMLSeq } from 'yaml'
import type { Report } from './config-error.ts'
import { substitute, type Variables } from './substitution.ts'
import { labelOf, pointerTo, type Spot, type Tree } from './tree.ts'
import { deepest, parseYaml, type YamlDocument } from './yaml-document.ts'

const mostAliasedNodes = 10_000

/** Reads the text into plain values with their places; undefined when there is no map to be had from it. */
export function readYamlTree(text: string, file: string, variables: Variables, report: Report): Tree | undefined {
  const document = parseYaml(text, file, report)
  if (document === undefined) return undefined

  const start = document.placeOf(startOf(document.contents) ?? 0)
  const reader = new TreeReader(document, file, variables, report)
  const value = reader.read(document.contents, '', { label: '', key: start, value: start }) ?? {}
  if (isPlainMap(value)) return { file, value, spots: reader.spots }
  report({ file, ...start, path: '', message: 'the file is not a map; accepted: keys with values, such as "models:"' })
  return undefined
}

function isPlainMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

class TreeReader {
  readonly spots = new Map<string, Spot>()
  readonly #document: YamlDocument
  readonly #file: string
  readonly #variables: Variables
  readonly #report: Report
  /** The nodes from the root down to the one that is being read; an alias to one of them has no end. */
  readonly #open = new Set<Node>()
  #openAliases = 0
  #aliasedNodes = 0

  constructor(document: YamlDocument, file: string, variables: Variables, report: Report) {
    this.#document = document
    this.#file = file
    this.#variables = variables
    this.#report = report
  }

  read(node: Node | null, pointer: string, spot: Spot): unknown {
    this.spots.set(pointer, spot)
    if (node === null) return null
    if (this.#openAliases > 0) this.#aliasedNodes += 1
    if (this.#aliasedNodes > mostAliasedNodes) {
      const first = this.#aliasedNodes === mostAliasedNodes + 1
      return first ? this.#refuse(pointer, spot, 'the aliases (*name) of this file stand for too many values') : null
    }
    if (this.#open.size > deepest) {
      return this.#refuse(pointer, spot, `nested too deeply; accepted: at most ${deepest} levels`)
    }

    this.#open.add(node)
    const value = this.#readOpen(node, pointer, spot)
    this.#open.delete(node)
    return value
  }

  #readOpen(node: Node, pointer: string, spot: Spot): unknown {
    if (isMap(node)) return this.#readMap(node, pointer, spot)
    if (isSeq(node)) return this.#readList(node, pointer, spot)
    if (isScalar(node)) {
      return typeof node.value === 'string' ? this.#readText(node.value, pointer, spot) : node.value
    }
    if (!isAlias(node)) return null

    const target = this.#document.targets.get(node)
    if (target === undefined) return this.#refuse(pointer, spot, 'this alias (*name) has no anchor (&name) before it')
    if (this.#open.has(target)) return this.#refuse(pointer, spot, 'this alias (*name) is part of what it stands for')
    this.#openAliases += 1
    const value = this.read(target, pointer, spot)
    this.#openAliases -= 1
    return value
  }

  #readMap(map: YAMLMap, pointer: string, spot: Spot): Record<string, unknown> {
    const values = new Map<string, unknown>()
    const firstLines = new Map<string, number>()
    for (const pair of map.items) {
      const keyNode = pair.key as Node | null
      const valueNode = pair.value as Node | null
      const keyOffset = startOf(keyNode) ?? keyNode?.range?.[0] ?? startOf(valueNode) ?? startOf(map) ?? 0
      const key = isScalar(keyNode) ? String(keyNode.value ?? '') : ''
      const at = this.#document.placeOf(keyOffset)
      const label = labelOf(spot.label, key)

      const first = firstLines.get(key)
      if (first !== undefined) {
        this.#report({ file: this.#file, ...at, path: label, message: `given twice; first on line ${first}` })
        continue
      }
      firstLines.set(key, at.line)
      const child = { label, key: at, value: this.#document.placeOf(startOf(valueNode) ?? keyOffset) }
      values.set(key, this.read(valueNode, pointerTo(pointer, key), child))
    }
    return Object.fromEntries(values)
  }

  #readList(list: YAMLSeq, pointer: string, spot: Spot): unknown[] {
    return list.items.map((item, index) => {
      const node = item as Node | null
      const at = this.#document.placeOf(startOf(node) ?? node?.range?.[0] ?? startOf(list) ?? 0)
      return this.read(node, pointerTo(pointer, index), { label: labelOf(spot.label, index), key: at, value: at })
    })
  }

  #readText(text: string, pointer: string, spot: Spot): string | null {
    if (!text.includes('${')) return text
    const result = substitute(text, this.#variables)
    if ('problem' in result) return this.#refuse(pointer, spot, result.problem)
    this.spots.set(pointer, { ...spot, template: text })
    return result.text
  }

  #refuse(pointer: string, spot: Spot, message: string): null {
    this.#report({ file: this.#file, ...spot.value, path: spot.label, message })
    this.spots.set(pointer, { ...spot, reported: true })
    return null
  }
}

/** Where a node begins; an empty value has no place of its own. */
function startOf(node: Node | null): number | undefined {
  const range = node?.range
  return range && range[1] > range[0] ? range[0] : undefined
}
