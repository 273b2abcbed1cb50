import { parentPort } from 'node:worker_threads'
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { decodeFacts, type SoundFacts } from './decode-facts.ts'
import { SoundError } from './sound-error.ts'

export type InspectRequest = { path: string; maxAudioSeconds: number }
export type InspectReply = { facts: SoundFacts } | { refused: string } | { failed: unknown }

Log.setLevel(AV_LOG_QUIET)
parentPort?.on('message', (request: InspectRequest) => parentPort?.postMessage(answer(request)))

function answer({ path, maxAudioSeconds }: InspectRequest): InspectReply {
  try {
    return { facts: decodeFacts(path, maxAudioSeconds) }
  } catch (error) {
    return error instanceof SoundError ? { refused: error.message } : { failed: error }
  }
}
