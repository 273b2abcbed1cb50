import { Ajv, type ValidateFunction } from 'ajv'
import type { AnswerFormat } from '../../core/generation.ts'

/** Undefined when the text keeps what the format promises; else what is wrong with it. */
export type JsonCheck = (text: string) => string | undefined

/**
 * Patterns come from callers and could be made to run for ever: they are handed to the engine, and not run here.
 */
const ajv = new Ajv({
  strict: false,
  validateFormats: false,
  validateSchema: false,
  addUsedSchema: false,
  code: { regExp: Object.assign(() => ({ test: () => true }), { code: '() => ({ test: () => true })' }) },
})

export function jsonCheckFor(format: AnswerFormat): JsonCheck | undefined {
  switch (format.type) {
    case 'text':
      return undefined
    case 'json-object':
      return text => {
        const parsed = parse(text)
        if ('problem' in parsed) return parsed.problem
        const { value } = parsed
        return typeof value === 'object' && value !== null && !Array.isArray(value)
          ? undefined
          : 'it is not a JSON object'
      }
    case 'json-schema': {
      const validate = format.strict ? compile(format.schema) : undefined
      return text => {
        const parsed = parse(text)
        if ('problem' in parsed) return parsed.problem
        if (!validate || validate(parsed.value)) return undefined
        return ajv.errorsText(validate.errors, { dataVar: 'answer' })
      }
    }
  }
}

/** A schema that can't be compiled promises nothing beyond JSON. */
function compile(schema: object): ValidateFunction | undefined {
  try {
    return ajv.compile(schema)
  } catch {
    return undefined
  }
}

function parse(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { problem: 'it is not valid JSON' }
  }
}
