import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import type { Catalog, PackageFile, WeightsEntry, WeightsFile, WeightsSource } from '../core/catalog.ts'
import { EntrySchema, type SourceSchema } from './catalog-schema.ts'
import { checkerOf } from './checker.ts'
import { ConfigError, type Problem } from './config-error.ts'
import { readConfigFile } from './config-file.ts'
import { deepFreeze } from './deep-freeze.ts'
import { pointerTo, problemAt, type Tree } from './tree.ts'
import { reportUnknownKeys } from './unknown-keys.ts'
import { readYamlTree } from './yaml-tree.ts'

const checkEntry = checkerOf(EntrySchema)
const checkWeights = checkerOf(Type.Object({}, { maxProperties: 1000, accepts: 'a map of names, each with its entry' }))
const namePattern = /^[a-z0-9][a-z0-9.-]{0,63}$/

/** Reads the catalogue; throws one ConfigError that holds every problem. Sources in the repository are found from `root`. */
export function loadCatalog(file: string, root: string): Catalog {
  const problems: Problem[] = []
  const report = (problem: Problem) => problems.push(problem)
  const read = readConfigFile(file)
  if (!('text' in read)) {
    const message = 'problem' in read ? read.problem : 'the file does not exist'
    throw new ConfigError([{ file, line: 1, column: 1, path: '', message }])
  }
  const tree = readYamlTree(read.text, file, () => undefined, report)
  if (tree) reportUnknownKeys(tree, ['weights'], report)
  const given = tree && checkWeights(tree, '/weights', tree.value.weights, report)
  const entries = Object.entries(given ?? {}).flatMap(([name, value]) =>
    tree ? readEntry(tree, name, value, root, report) : [],
  )
  if (problems.length > 0) throw new ConfigError(problems)
  return new Map(entries.map(entry => [entry.name, deepFreeze(entry)]))
}

function readEntry(
  tree: Tree,
  name: string,
  value: unknown,
  root: string,
  report: (problem: Problem) => void,
): WeightsEntry[] {
  const pointer = pointerTo('/weights', name)
  const accepted = 'accepted: 1 to 64 lower-case letters, digits, "." and "-"'
  if (!namePattern.test(name)) report(problemAt(tree, pointer, 'key', `this name is not accepted; ${accepted}`))
  const entry = checkEntry(tree, pointer, value, report)
  if (!entry) return []
  if (entry.rank !== undefined && entry.capability !== 'text') {
    report(
      problemAt(
        tree,
        pointerTo(pointer, 'rank'),
        'key',
        'given for other than text; accepted: only beside "capability: text"',
      ),
    )
  }
  const seen = new Set<string>()
  const files = entry.files.map((file, index): WeightsFile => {
    const at = pointerTo(pointerTo(pointer, 'files'), index)
    if (seen.has(file.path))
      report(problemAt(tree, pointerTo(at, 'path'), 'value', 'given twice; accepted: each path once'))
    seen.add(file.path)
    const sources = file.sources.flatMap((source, place): WeightsSource[] => {
      const found = readSource(source, root)
      if (typeof found !== 'string') return [found]
      report(problemAt(tree, pointerTo(pointerTo(at, 'sources'), place), 'value', found))
      return []
    })
    return { path: file.path, bytes: file.bytes, sha256: file.sha256, sources }
  })
  const { capability, description, licence, upstream, starter = false, rank } = entry
  return [{ name, capability, description, licence, upstream, starter, files, ...(rank !== undefined && { rank }) }]
}

/** The source, or what is wrong with it. */
function readSource(source: Static<typeof SourceSchema>, root: string): WeightsSource | string {
  const { npm, join: parts, huggingface, repository, revision, path } = source
  if (npm !== undefined && path !== undefined && revision === undefined) {
    return { kind: 'npm', parts: [packageFile(npm, path)] }
  }
  if (parts !== undefined && path === undefined && revision === undefined) {
    return { kind: 'npm', parts: parts.map(part => packageFile(part.npm, part.path)) }
  }
  if (huggingface !== undefined && revision !== undefined && path !== undefined) {
    return { kind: 'huggingface', repository: huggingface, revision, path }
  }
  if (repository !== undefined && revision === undefined && path === undefined) {
    return { kind: 'repository', file: join(root, repository) }
  }
  return 'this is no source; accepted: npm with path, join, huggingface with revision and path, or repository'
}

function packageFile(npm: string, path: string): PackageFile {
  const at = npm.lastIndexOf('@')
  return { name: npm.slice(0, at), version: npm.slice(at + 1), path }
}
