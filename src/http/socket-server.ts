import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { PlatformError } from '../core/errors.ts'

/** Room for 15 MB of sound in base64, and what is around it. */
const largestMessage = 21 * 1024 * 1024

interface Upgrade {
  readonly socket: Duplex
  readonly head: Buffer
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>()
const servers = new WeakMap<object, WebSocketServer>()

/** Other upgrades, such as to HTTP/2, are declined by being ignored. */
export function isSocketRequest({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'
}

/** Requests for a socket go the way of all requests: a caller who is refused gets an answer like any other. */
export function acceptSockets(app: FastifyInstance): void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: largestMessage,
    perMessageDeflate: false,
    handleProtocols: offered => (offered.has('realtime') ? 'realtime' : false),
  })
  servers.set(app.server, sockets)
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    upgrades.set(request, { socket, head })
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket as never)
    response.once('finish', () => socket.end())
    app.routing(request, response)
  })
  app.addHook('preClose', done => {
    for (const socket of sockets.clients) socket.close(1001, 'the server is stopping')
    done()
  })
}

/** Turns the request into a socket. The caller has been let in. */
export function takeSocket(request: FastifyRequest, reply: FastifyReply): Promise<WebSocket> {
  const upgrade = upgrades.get(request.raw)
  const sockets = servers.get(request.server.server)
  if (!upgrade || !sockets) {
    throw new PlatformError(
      'request_params_invalid',
      'This is the address of a WebSocket: connect with "ws://" or "wss://".',
    )
  }
  reply.hijack()
  return new Promise(resolve => {
    sockets.handleUpgrade(request.raw, upgrade.socket, upgrade.head, resolve)
  })
}
