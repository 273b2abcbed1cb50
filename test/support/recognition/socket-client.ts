import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { RecognitionServer } from './recognition-server.ts'
import { pcm16 } from './tones.ts'

export interface ServerMessage {
  readonly type: string
  readonly event_id: string
  readonly meta: { readonly session_id: string; readonly timestamp: number }
  readonly [field: string]: unknown
}

/** A client of live recognition, with all that it was sent. */
export async function connect(server: Pick<RecognitionServer, 'socketUrl' | 'key'>, query = '') {
  const socket = new WebSocket(server.socketUrl + query, { headers: { authorization: `Bearer ${server.key}` } })
  const messages: ServerMessage[] = []
  const waiting = new Set<() => void>()
  socket.on('message', data => {
    messages.push(JSON.parse(String(data)))
    for (const wake of waiting) wake()
  })
  const closed = once(socket, 'close').then(([code, reason]) => ({ code: Number(code), reason: String(reason) }))
  await once(socket, 'open')
  const send = (message: object) => socket.send(JSON.stringify(message))

  /** The first message of that type, once it is there; counted from zero where there are several. */
  async function until(type: string, index = 0): Promise<ServerMessage> {
    for (;;) {
      const found = messages.filter(message => message.type === type)[index]
      if (found) return found
      if (socket.readyState !== socket.OPEN) throw new Error(`closed before "${type}"`)
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.add(resolve)
      socket.once('close', resolve)
      await promise
      waiting.delete(resolve)
    }
  }

  return {
    socket,
    messages,
    closed,
    send,
    until,
    update: (input: object) => send({ type: 'session.update', event_id: 'u', session: { audio: { input } } }),
    append: (sound: Float32Array | Buffer, event_id = 'a') =>
      send({
        type: 'input_audio_buffer.append',
        event_id,
        audio: (sound instanceof Float32Array ? pcm16(sound) : sound).toString('base64'),
      }),
    commit: (event_id = 'c') => send({ type: 'input_audio_buffer.commit', event_id }),
    async close() {
      socket.close()
      await closed
    },
  }
}
