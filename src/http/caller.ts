import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PlatformError } from '../core/errors.ts'
import type { ApiKey, Caller, Family } from '../core/keys.ts'
import type { Admit } from './limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
    /** Within its limits; what was turned away is not counted as use. */
    admitted: boolean
  }
}

/** Undefined when no key has that secret. A known key is answered at once, with no database in the way. */
export type Authenticate = (secret: string) => ApiKey | undefined | Promise<ApiKey | undefined>

export interface Gate {
  readonly authenticate: Authenticate
  readonly admit: Admit
}

/** Everything below this scope knows its caller, and is refused before the body is read when there is none. */
export function requireCaller(scope: FastifyInstance, family: Family, gate: Gate): void {
  // A known key without limits is let in within the same turn: the body then flows without being held back first.
  scope.addHook('onRequest', (request, reply, done) => {
    const secret = presentedSecret(request.headers, family)
    const found = secret === undefined ? undefined : gate.authenticate(secret)
    const settled =
      found instanceof Promise ? found.then(key => letIn(key, request, reply)) : letIn(found, request, reply)
    if (settled instanceof Promise) settled.then(() => done(), done)
    else done()
  })

  function letIn(key: ApiKey | undefined, request: FastifyRequest, reply: FastifyReply): void | Promise<void> {
    // Missing and wrong keys answer alike.
    if (!key) throw new PlatformError('invalid_api_key', 'Incorrect API key provided')
    assertScope(key, family)
    request.caller = { key, projectId: key.projectId, family }
    const admitted = gate.admit(key, reply)
    if (!(admitted instanceof Promise)) request.admitted = true
    return admitted?.then(() => {
      request.admitted = true
    })
  }
}

function presentedSecret(headers: IncomingHttpHeaders, family: Family): string | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
  if (bearer !== undefined) return bearer
  if (family === 'realtime' || family === 'recognition') return offeredSecret(headers)
  // Client libraries of the messages dialect send the key under this name.
  const named = family === 'messages' ? headers['x-api-key'] : undefined
  return typeof named === 'string' && named !== '' ? named : undefined
}

/** Browsers can't set headers on a WebSocket: there the key is among the subprotocols. */
function offeredSecret({ upgrade, 'sec-websocket-protocol': offered = '' }: IncomingHttpHeaders): string | undefined {
  if (upgrade === undefined) return undefined
  return /(?:^|,)\s*openai-insecure-api-key\.([^\s,]+)/.exec(offered)?.[1]
}

function assertScope(key: ApiKey, family: Family): void {
  const allowed = family === 'admin' ? key.admin : (key.scopes?.includes(family) ?? true)
  if (allowed) return
  throw new PlatformError('permission_denied', `This key may not use "${family}"; ${permitted(key)}.`)
}

function permitted(key: ApiKey): string {
  if (!key.scopes) return 'that needs an admin key'
  return key.scopes.length === 0 ? 'it has no scopes' : `its scopes are ${key.scopes.join(', ')}`
}

/** Sets up the slots once, so that requests keep one shape. */
export function decorateCaller(app: FastifyInstance): void {
  app.decorateRequest('caller', null as unknown as Caller)
  app.decorateRequest('admitted', false)
}
