import { parentPort } from 'node:worker_threads'
import type { OpusOrder, OpusReply } from './opus-protocol.ts'
import { OpusStream } from './opus-stream.ts'

const streams = new Map<number, OpusStream>()

parentPort?.on('message', (order: OpusOrder) => {
  if (order.type === 'close') {
    streams.get(order.stream)?.close()
    streams.delete(order.stream)
    return
  }
  const reply = answer(order)
  parentPort?.postMessage(reply, reply.samples ? [reply.samples.buffer as ArrayBuffer] : [])
})

function answer({ stream: id, head, packets }: Extract<OpusOrder, { type: 'decode' }>): OpusReply {
  try {
    let stream = streams.get(id)
    if (!stream || head) {
      stream?.close()
      stream = new OpusStream(head ?? new Uint8Array(0))
      streams.set(id, stream)
    }
    return { stream: id, samples: stream.decode(packets) }
  } catch (error) {
    return { stream: id, failed: error instanceof Error ? error.message : String(error) }
  }
}
