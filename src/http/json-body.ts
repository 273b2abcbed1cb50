import type { FastifyInstance } from 'fastify'
import { PlatformError } from '../core/errors.ts'
import { findJsonMistake } from './json-mistake.ts'

/** The only body parser besides multipart: JSON, with errors that say where. */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, parseJson(body as string))
    } catch (error) {
      done(error as Error)
    }
  })
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    if (text.trim() === '') {
      throw new PlatformError('request_params_invalid', 'The body is empty; this endpoint takes a JSON object.')
    }
    const { line, column, expected } = findJsonMistake(text)
    throw new PlatformError(
      'request_params_invalid',
      `The body is not valid JSON: expected ${expected} at line ${line} column ${column}.`,
    )
  }
}
