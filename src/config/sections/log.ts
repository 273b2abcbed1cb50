import { Type } from 'typebox'
import { readWord } from '../environment.ts'
import { defineSection } from '../section.ts'

const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const
const formats = ['json', 'pretty'] as const

export interface LogConfig {
  readonly level: (typeof levels)[number]
  readonly format: (typeof formats)[number]
}

const LogSchema = Type.Object(
  { level: Type.Optional(Type.Enum(levels)), format: Type.Optional(Type.Enum(formats)) },
  { additionalProperties: false },
)

export const log = defineSection(LogSchema, (value, { variables, report }): LogConfig => {
  // For one noisy run nobody should have to edit the file.
  const level = variables('LOG_LEVEL')
  return {
    level: level === undefined ? (value?.level ?? 'info') : readWord('LOG_LEVEL', level, levels, report),
    format: value?.format ?? 'json',
  }
})
