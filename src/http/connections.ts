import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export interface Connections {
  /** Those on which nothing is under way; without it, a browser's spare connection would hold up a stop. */
  closeIdle(): void
  /** All of them, sockets that have left HTTP too. */
  closeAll(): void
}

export function watchConnections(server: Server): Connections {
  const open = new Set<Socket>()
  server.on('connection', socket => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return {
    closeIdle() {
      server.closeIdleConnections()
      // Node counts a connection that has not said a word yet among the busy ones.
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    },
    closeAll() {
      for (const socket of open) socket.destroy()
    },
  }
}
