import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { openSession } from '../onnx/session.ts'
import { look, type Networks } from './look.ts'
import type { SightReply, SightRequest, SightSettings } from './sight-messages.ts'
import { alphabetOf } from './text/ctc.ts'

const loading = load(workerData as SightSettings)
// Whoever waits for an answer is told; without this, the process would be told as well.
loading.catch(() => undefined)

let last: Promise<void> = Promise.resolve()
parentPort?.on('message', (request: SightRequest) => {
  last = last.then(() => answer(request))
})

async function load({ text, objects, threads }: SightSettings): Promise<Networks> {
  // Pictures differ in size, and memory that is kept is that of the largest.
  const options = { threads, keepMemory: false }
  return {
    finding: await openSession(join(text, 'detection.onnx'), options),
    reading: await openSession(join(text, 'recognition.onnx'), options),
    alphabet: alphabetOf(readFileSync(join(text, 'alphabet.txt'), 'utf8')),
    objects: await openSession(join(objects, 'coco-ssd.onnx'), options),
  }
}

async function answer({ id, pixels, detail, left }: SightRequest): Promise<void> {
  const onStep = () => {
    if (Atomics.load(left, 0) !== 0) throw new Error('nobody waits any more')
  }
  try {
    onStep()
    const networks = await loading
    send({ id, seen: await look(networks, pixels, detail, onStep) })
  } catch (failed) {
    send({ id, failed })
  }
}

function send(reply: SightReply): void {
  parentPort?.postMessage(reply)
}
