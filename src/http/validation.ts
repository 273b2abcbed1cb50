import { Ajv, type ValidateFunction } from 'ajv'
import type { FastifyInstance, FastifySchema } from 'fastify'
import type { PlatformError } from '../core/errors.ts'
import { describeViolation } from './violation.ts'

/**
 * Strict: nothing is coerced, dropped or filled in. Each schema is compiled when it is first used, which keeps the start short.
 * `verbose` puts the offending value into the error, so that the message can show it.
 */
const ajv = new Ajv({
  strict: false,
  allErrors: false,
  verbose: true,
  discriminator: true,
  coerceTypes: false,
  useDefaults: false,
  removeAdditional: false,
  validateFormats: false,
})

type Check = (value: unknown) => { error: PlatformError } | { value: unknown }

export function createCheck(schema: object, place: string): Check {
  let validate: ValidateFunction | undefined
  return value => {
    validate ??= ajv.compile(schema)
    if (validate(value)) return { value }
    return { error: describeViolation(validate.errors ?? [], place) }
  }
}

export function validateStrictly(app: FastifyInstance): void {
  app.setValidatorCompiler<FastifySchema>(({ schema, httpPart }) => createCheck(schema, httpPart ?? 'body'))
  // Replies are written by hand to the letter; schemas of replies are documentation and must not cost a rewrite.
  app.setSerializerCompiler(() => JSON.stringify)
  app.setReplySerializer(payload => JSON.stringify(payload))
}
