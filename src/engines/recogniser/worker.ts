import { parentPort, workerData } from 'node:worker_threads'
import { leaveWhenTold } from '../asked-thread/leaving.ts'
import { detectorModel } from '../detector/detector-model.ts'
import { Silero } from '../detector/silero.ts'
import type { Going, RecognitionModel, Task, Transcript } from './model.ts'
import { Moonshine } from './moonshine.ts'
import { normaliseLoudness } from './signal/loudness.ts'
import { hasSpeech } from './signal/speech-gate.ts'
import { Whisper } from './whisper.ts'
import type { WorkerModel, WorkerReply, WorkerRequest } from './worker-messages.ts'

const { kind, folder, threads } = workerData as WorkerModel
const loading: Promise<RecognitionModel> = (kind === 'whisper' ? Whisper : Moonshine).load(folder, threads)
const listening = Silero.load(detectorModel)
// Whoever waits for an answer is told; without this, the process would be told as well.
loading.catch(() => undefined)
listening.catch(() => undefined)

const stopped = new Set<number>()
/** Told when nobody urgent is heard any more. */
let calm = Promise.withResolvers<void>()
calm.resolve()
let urgent = 0

leaveWhenTold()
parentPort?.on('message', (request: WorkerRequest) => {
  if (request.kind === 'stop') stopped.add(request.id)
  else void answer(request)
})

/** Each token is a turn of this thread's loop: stretches that are here together advance together. */
async function answer(request: Exclude<WorkerRequest, { kind: 'stop' }>): Promise<void> {
  const { id } = request
  try {
    const model = await loading
    if (stopped.has(id)) send({ id, failed: 'stopped' })
    else if (request.kind === 'language')
      send({ id, language: await model.language(normaliseLoudness(request.samples)) })
    else send({ id, transcript: await inTurn(model, request.task, () => stopped.has(id)) })
  } catch (failed) {
    send({ id, failed })
  } finally {
    stopped.delete(id)
  }
}

async function inTurn(model: RecognitionModel, task: Task, isStopped: () => boolean): Promise<Transcript> {
  if (!task.hurried) {
    await calm.promise
    return recognise(model, task, { stopped: isStopped, turn: () => calm.promise })
  }
  if (urgent++ === 0) calm = Promise.withResolvers()
  try {
    return await recognise(model, task, { stopped: isStopped, turn: async () => {} })
  } finally {
    if (--urgent === 0) calm.resolve()
  }
}

/** Where nobody speaks, these networks make something up: they are only asked where somebody does. */
async function recognise(model: RecognitionModel, task: Task, going: Going): Promise<Transcript> {
  const samples = normaliseLoudness(task.samples)
  if (!(await hasSpeech(await listening, samples))) return { language: task.language ?? 'en', words: [] }
  return model.recognise({ ...task, samples }, going)
}

function send(reply: WorkerReply): void {
  parentPort?.postMessage(reply)
}
