import { parentPort } from 'node:worker_threads'
import { leaveWhenTold } from '../asked-thread/leaving.ts'
import type { FromWorker, ToWorker } from './protocol.ts'

/** Stands in for the voices: says as many pieces as the text has words; some words do something. */
const tell = (message: FromWorker) => parentPort?.postMessage(message)
const stopped = new Set<number>()

leaveWhenTold()
parentPort?.on('message', async (message: ToWorker) => {
  if (message.type === 'stop') stopped.add(message.id)
  if (message.type === 'learn' && message.recording.samples.length > 0) tell({ type: 'done', id: message.id })
  if (message.type !== 'speak') return
  const { id, job } = message
  for (const word of job.text.split(' ')) {
    if (stopped.has(id)) return
    if (word === 'crash') throw new Error('crashed')
    if (word === 'fail') return tell({ type: 'failed', id, reason: 'a secret' })
    if (word === 'hang') return
    tell({ type: 'piece', id, sound: { samples: Float32Array.of(word.length), rate: 24_000 } })
    await new Promise(resolve => setTimeout(resolve, 2))
  }
  tell({ type: 'done', id })
})
tell({ type: 'ready' })
