import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PlatformError } from '../core/errors.ts'

/** Collects the routes as they are added; afterwards tells an unknown path from a known one with another method. */
export function watchRoutes(app: FastifyInstance): (request: FastifyRequest) => PlatformError {
  const methodsByPattern = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByPattern.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    methodsByPattern.set(url, methods)
  })

  return request => {
    const path = request.url.split('?', 1)[0] ?? ''
    const allowed = [...methodsByPattern]
      .filter(([pattern]) => matches(pattern, path))
      .flatMap(([, methods]) => [...methods])
    if (allowed.length === 0) {
      return new PlatformError(
        'not_found',
        `There is nothing at ${request.method} ${shortened(path)}. See /docs for what there is.`,
      )
    }
    const allow = [...new Set(allowed)].sort().join(', ')
    return new PlatformError('method_not_allowed', `${request.method} is not possible here; accepted: ${allow}.`, {
      headers: { allow },
    })
  }
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.at(-1) === '*') return wanted.slice(0, -1).every((part, i) => fits(part, given[i]))
  return wanted.length === given.length && wanted.every((part, i) => fits(part, given[i]))
}

function fits(part: string, given: string | undefined): boolean {
  return part.startsWith(':') ? given !== undefined && given !== '' : part === given
}

function shortened(path: string): string {
  return path.length > 100 ? `${path.slice(0, 100)}…` : path
}
