import type { Static, TSchema } from 'typebox'
import { checkerOf } from './checker.ts'
import type { Report } from './config-error.ts'
import type { Variables } from './substitution.ts'
import { pointerTo, type Tree } from './tree.ts'

export interface SectionContext {
  readonly report: Report
  /** The environment, where an empty variable counts as not set. */
  readonly variables: Variables
  readonly dataFolder: string
  resolvePath(path: string): string
}

/** One key at the top of the file: what fits, and what it becomes. A missing or wrong value is read as undefined. */
export interface Section<Value> {
  read(tree: Tree, key: string, context: SectionContext): Value
}

export function defineSection<Schema extends TSchema, Value>(
  schema: Schema,
  become: (value: Static<Schema> | undefined, context: SectionContext) => Value,
): Section<Value> {
  const check = checkerOf(schema)
  return {
    read(tree, key, context) {
      const given = Object.hasOwn(tree.value, key)
      return become(given ? check(tree, pointerTo('', key), tree.value[key], context.report) : undefined, context)
    },
  }
}
