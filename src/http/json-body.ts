import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PlatformError } from '../core/errors.ts'
import { findJsonMistake } from './json-mistake.ts'

/** The only body parser besides multipart: JSON, with errors that say where. */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      // Clients that always name a content type send it with their empty bodies too.
      done(null, body.length === 0 ? undefined : parseJson(decode(body as Buffer)))
    } catch (error) {
      done(error as Error)
    }
  })
  app.addContentTypeParser('*', (request, _payload, done) => {
    const { headers } = request
    const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
    done(isEmpty ? null : wrongType(request))
  })
  // By route: what a request's own route is costs more to ask than all else here.
  app.addHook('onRoute', route => {
    if (route.schema?.body) route.preValidation = [refuseEmpty, ...[route.preValidation ?? []].flat()]
  })
}

function refuseEmpty({ body }: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void {
  done(body === undefined ? emptyBody() : undefined)
}

function wrongType({ headers, routeOptions }: FastifyRequest): PlatformError {
  const given = headers['content-type']
  const sent = given === undefined ? 'no content type' : JSON.stringify(given.slice(0, 60))
  const accepted = routeOptions.config.form ? 'multipart/form-data' : 'application/json'
  return new PlatformError('unsupported_media_type', `Send the body as ${accepted} (got ${sent}).`)
}

function emptyBody(): PlatformError {
  return new PlatformError('request_params_invalid', 'The body is empty; this endpoint takes a JSON object.')
}

/** Bytes that are no text would otherwise turn into replacement characters, and the caller's data with them. */
function decode(body: Buffer): string {
  if (isUtf8(body)) return body.toString()
  throw new PlatformError('request_params_invalid', 'The body is not valid UTF-8.')
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    if (text.trim() === '') throw emptyBody()
    const mistake = findJsonMistake(text)
    const place = mistake ? `: expected ${mistake.expected} at line ${mistake.line} column ${mistake.column}` : ''
    throw new PlatformError('request_params_invalid', `The body is not valid JSON${place}.`)
  }
}
