import type { FastifyRequest } from 'fastify'

/** Where callers reach this server: as the configuration says, else as the request does. */
export function addressOf(request: FastifyRequest, publicUrl: string | undefined): string {
  return publicUrl ?? `${request.protocol}://${request.host}`
}
