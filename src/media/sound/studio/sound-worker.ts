import { parentPort } from 'node:worker_threads'
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { SoundError } from '../sound-error.ts'
import type { Made, Order, Reply, Step } from './protocol.ts'
import { openSession, type Session } from './sessions.ts'

const sessions = new Map<number, Session>()

Log.setLevel(AV_LOG_QUIET)
parentPort?.on('message', ({ session, step }: Order) => {
  const answer = take(session, step)
  if (answer === undefined) return
  const reply: Reply = { session, answer }
  parentPort?.postMessage(reply, 'made' in answer ? [bufferOf(answer.made)] : [])
})

function take(id: number, step: Step): Reply['answer'] | undefined {
  try {
    const made = run(id, step)
    return made && { made }
  } catch (error) {
    drop(id)
    return error instanceof SoundError ? { refused: error.message } : { failed: error }
  }
}

function run(id: number, step: Step): Made | undefined {
  switch (step.type) {
    case 'open':
      sessions.set(id, openSession(step.task))
      return { bytes: new Uint8Array(0) }
    case 'push':
      return sessionOf(id).push(step.piece)
    case 'end':
      return sessionOf(id).end()
    case 'close':
      drop(id)
      return undefined
  }
}

function sessionOf(id: number): Session {
  const session = sessions.get(id)
  if (!session) throw new Error('the session is over')
  return session
}

function drop(id: number): void {
  const session = sessions.get(id)
  sessions.delete(id)
  session?.close()
}

/** Handed over, not copied. */
function bufferOf(made: Made): ArrayBuffer {
  return ('bytes' in made ? made.bytes : made.samples).buffer as ArrayBuffer
}
