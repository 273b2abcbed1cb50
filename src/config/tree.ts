import type { Problem } from './config-error.ts'

export interface Place {
  readonly line: number
  readonly column: number
}

/** Where a value of the file stands, and what its text was before variables were put in. */
export interface Spot {
  readonly label: string
  readonly key: Place
  readonly value: Place
  readonly template?: string
  /** Its problem is already reported, so that nothing more need be said about it. */
  readonly reported?: boolean
}

/** The file as plain values; places are found by JSON pointer, which is also how the validator names them. */
export interface Tree {
  readonly file: string
  readonly value: Record<string, unknown>
  readonly spots: ReadonlyMap<string, Spot>
}

export function pointerTo(parent: string, key: string | number): string {
  return `${parent}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

export function pointerKeys(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map(key => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

export function labelOf(parent: string, key: string | number): string {
  if (typeof key === 'number') return `${parent}[${key}]`
  const shown = /^[\w.:/-]{1,128}$/.test(key) ? key : JSON.stringify(key.slice(0, 128))
  return parent === '' ? shown : `${parent}.${shown}`
}

export function problemAt(tree: Tree, pointer: string, side: 'key' | 'value', message: string): Problem {
  const spot = tree.spots.get(pointer)
  const place = spot?.[side] ?? { line: 1, column: 1 }
  return { file: tree.file, ...place, path: spot?.label ?? '', message }
}

/** A key that is not there is reported where the map that lacks it begins. */
export function problemWithin(tree: Tree, pointer: string, key: string, message: string): Problem {
  const problem = problemAt(tree, pointer, 'key', message)
  return { ...problem, path: labelOf(problem.path, key) }
}
