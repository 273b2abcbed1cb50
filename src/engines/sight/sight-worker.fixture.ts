import { parentPort, threadId } from 'node:worker_threads'
import type { SightReply, SightRequest } from './sight-messages.ts'

/** Sees the first pixel: red dies, green waits until nobody does, blue fails, anything else is told in words. */
parentPort?.on('message', ({ id, pixels, detail, left }: SightRequest) => {
  const [red = 0, green = 0, blue = 0] = pixels.data
  if (red > 200 && green < 50) process.exit(1)
  while (green > 200 && red < 50 && Atomics.load(left, 0) === 0);
  const text = green > 200 && red < 50 ? 'left' : `${detail} ${pixels.width}×${pixels.height}`
  const lines = [{ text, left: 0, top: 0, width: 1, height: 1 }]
  const reply: SightReply =
    blue > 200 && red < 50
      ? { id, failed: 'blue' }
      : { id, seen: { kind: 'photo', colours: [{ name: `thread ${threadId}`, share: 1 }], lines, objects: [] } }
  parentPort?.postMessage(reply)
})
