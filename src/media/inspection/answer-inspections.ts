import { parentPort } from 'node:worker_threads'
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'

export type InspectionRequest<Settings> = { path: string; settings: Settings }
export type InspectionReply<Facts> = { facts: Facts } | { refused: string } | { failed: unknown }

/** The worker's side: one file, one answer. `read` may block; what it throws as `Refusal` is the fault of the file. */
export function answerInspections<Settings, Facts>(
  read: (path: string, settings: Settings) => Facts,
  Refusal: new (message: string) => Error,
): void {
  Log.setLevel(AV_LOG_QUIET)
  parentPort?.on('message', ({ path, settings }: InspectionRequest<Settings>) => {
    parentPort?.postMessage(answer(() => read(path, settings), Refusal))
  })
}

function answer<Facts>(read: () => Facts, Refusal: new (message: string) => Error): InspectionReply<Facts> {
  try {
    return { facts: read() }
  } catch (error) {
    return error instanceof Refusal ? { refused: error.message } : { failed: error }
  }
}
