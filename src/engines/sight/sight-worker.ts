import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import { answerQuestions } from '../asked-thread/answer-questions.ts'
import { openSession } from '../onnx/session.ts'
import { look, type Networks } from './look.ts'
import type { SightQuestion, SightSettings } from './sight-messages.ts'
import { alphabetOf } from './text/ctc.ts'

answerQuestions(load(workerData as SightSettings), async (networks, { pixels, detail, left }: SightQuestion) => {
  const onStep = () => {
    if (Atomics.load(left, 0) !== 0) throw new Error('nobody waits any more')
  }
  onStep()
  return look(networks, pixels, detail, onStep)
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
