import { parentPort, workerData } from 'node:worker_threads'
import type { Sound } from '../../../core/sound.ts'
import { leaveWhenTold } from '../../asked-thread/leaving.ts'
import { openClonedVoices } from '../clone/cloned-voices.ts'
import type { FamilyModule } from '../families.ts'
import type { FromWorker, SpeechJob, ToWorker, WorkerSettings } from '../protocol.ts'
import type { SpeakingVoice } from '../recipes.ts'
import { createRota, type Steps } from './rota.ts'
import { speak } from './speaking.ts'

/** Pieces that are made before the first is taken. */
const ahead = 4

leaveWhenTold()
const settings = workerData as WorkerSettings
const port = parentPort
if (!port) throw new Error('this module runs in a worker thread')
const tell = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

try {
  const { family: module } = (await import(settings.family.module)) as { family: FamilyModule }
  const family = await module.open(settings.family.folder, settings.threads)
  const cloned = openClonedVoices(settings, family)

  async function* steps({ voice, ...rest }: SpeechJob): Steps<Float32Array> {
    const job = { voice, ...rest }
    const speaker: SpeakingVoice | undefined =
      voice.kind === 'system' ? module.recipes[voice.id] : yield* cloned.learn(voice.recording)
    if (!speaker) throw new Error('no such voice')
    for await (const piece of speak(job, speaker, family)) yield piece.length === 0 ? undefined : piece
  }

  async function* learn(recording: Sound): Steps<Float32Array> {
    yield* cloned.learn(recording)
  }

  const rota = createRota<Float32Array>(
    {
      onPiece(id, samples) {
        const own = samples.slice()
        tell({ type: 'piece', id, sound: { samples: own, rate: family.rate } }, [own.buffer])
      },
      onDone: id => tell({ type: 'done', id }),
      onFailed: (id, error) => tell({ type: 'failed', id, reason: String(error) }),
    },
    ahead,
  )

  port.on('message', (message: ToWorker) => {
    switch (message.type) {
      case 'speak':
        return rota.add(message.id, steps(message.job))
      case 'learn':
        return rota.add(message.id, learn(message.recording), true)
      case 'took':
        return rota.took(message.id)
      case 'stop':
        return rota.stop(message.id)
    }
  })
  tell({ type: 'ready' })
} catch (error) {
  tell({ type: 'not-ready', reason: String(error) })
}
