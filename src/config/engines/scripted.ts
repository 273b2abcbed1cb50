import { Type } from 'typebox'
import type { Capability } from '../../core/models.ts'
import { defineEngine, FilePath, readShared, type SharedConfig, sharedKeys } from './engine-definition.ts'

const serves = ['text', 'speech', 'recognition', 'image', 'music'] as const satisfies Capability[]

export interface ScriptedConfig extends SharedConfig {
  readonly engine: 'scripted'
  readonly capability: Capability
  readonly script: string
}

const ScriptedSchema = Type.Object(
  {
    engine: Type.Literal('scripted'),
    script: FilePath,
    capability: Type.Optional(Type.Enum(serves)),
    ...sharedKeys,
  },
  { additionalProperties: false },
)

/** Answers from a file, for tests only. */
export const scripted = defineEngine(
  serves,
  ScriptedSchema,
  (entry, { capability, resolvePath }): ScriptedConfig => ({
    engine: 'scripted',
    capability,
    script: resolvePath(entry.script),
    ...readShared(entry),
  }),
)
