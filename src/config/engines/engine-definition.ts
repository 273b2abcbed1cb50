import { type Static, type TObject, Type } from 'typebox'
import type { Capability } from '../../core/models.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { checkerOf } from '../checker.ts'
import type { Report } from '../config-error.ts'
import type { Tree } from '../tree.ts'

/** One engine that an entry of `models` may name. */
export interface EngineDefinition<Entry> {
  /** What it can stand behind; the first is what an entry is when neither it nor its id says. */
  readonly serves: readonly [Capability, ...Capability[]]
  /** Checks an entry; undefined when something is wrong with it. */
  check(tree: Tree, pointer: string, value: unknown, report: Report): CheckedEntry<Entry> | undefined
}

export interface CheckedEntry<Entry> {
  /** As the entry itself says. */
  readonly capability: Capability | undefined
  finish(context: EntryContext): Entry
}

export interface EntryContext {
  readonly capability: Capability
  resolvePath(path: string): string
}

export interface SharedConfig {
  readonly description?: string
  readonly ownedBy?: string
  readonly contextTokens?: number
}

/** What every entry may say, whatever serves it. */
export const sharedKeys = {
  description: Type.Optional(Type.String({ minLength: 1, maxLength: 1000, accepts: 'text of 1 to 1000 characters' })),
  owned_by: Type.Optional(Type.String({ minLength: 1, maxLength: 64, accepts: 'text of 1 to 64 characters' })),
  context_tokens: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000_000 })),
}

export const FilePath = Type.String({ pattern: '^[^\\0]{1,4096}$', accepts: 'the path of a file' })

export function defineEngine<Schema extends TObject, Entry>(
  serves: EngineDefinition<Entry>['serves'],
  schema: Schema,
  finish: (entry: Static<Schema>, context: EntryContext) => Entry,
): EngineDefinition<Entry> {
  const check = checkerOf(schema)
  return {
    serves,
    check(tree, pointer, value, report) {
      const entry = check(tree, pointer, value, report)
      if (entry === undefined) return undefined
      const { capability } = entry as { capability?: Capability }
      return { capability, finish: context => finish(entry, context) }
    },
  }
}

export function readShared(entry: Static<TObject<typeof sharedKeys>>): SharedConfig {
  return omitUndefined({
    description: entry.description,
    ownedBy: entry.owned_by,
    contextTokens: entry.context_tokens,
  })
}
