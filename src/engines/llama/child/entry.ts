import { Refusal } from '../grammar/answer-grammar.ts'
import type { LoadOptions, ToChild } from '../protocol.ts'
import { textModel } from './generation.ts'
import { load } from './load.ts'
import { LoadProblem } from './load-problem.ts'
import type { LoadedModel } from './loaded-model.ts'
import { createOutbox } from './outbox.ts'
import { loadSeeing } from './seeing/load-seeing.ts'
import { Broken, Overfull, Stuck } from './seeing/stretch.ts'

/** The process in which llama.cpp lives: whatever happens in there, the server goes on. */
let model: LoadedModel | undefined
const send = createOutbox(messages => process.send?.(messages))
const running = new Map<number, AbortController>()

process.on('disconnect', () => process.exit(0))
process.on('message', (message: ToChild) => {
  switch (message.type) {
    case 'load':
      open(message.options).then(
        opened => {
          model = opened
          send({ type: 'loaded' })
        },
        error =>
          send({
            type: 'not-loaded',
            reason: reasonOf(error),
            ...(error instanceof LoadProblem && { shown: error.message }),
          }),
      )
      return
    case 'cancel':
      running.get(message.id)?.abort()
      return
    case 'count':
    case 'generate':
      void serve(message)
  }
})

async function open({ mmproj, ...options }: LoadOptions): Promise<LoadedModel> {
  return mmproj === undefined ? textModel(await load(options)) : loadSeeing({ ...options, mmproj })
}

async function serve({ type, id, job }: Extract<ToChild, { type: 'generate' | 'count' }>): Promise<void> {
  const controller = new AbortController()
  running.set(id, controller)
  try {
    if (!model) throw new Error('the model is not loaded')
    if (type === 'count') {
      send({ type: 'counted', id, tokens: await model.countTokens(job) })
      return
    }
    const outcome = await model.generate(job, controller.signal, {
      onBegun: (inputTokens, cachedTokens) => send({ type: 'begun', id, inputTokens, cachedTokens }),
      onPieces: pieces => send({ type: 'pieces', id, pieces }),
    })
    send({ type: 'ended', id, ...outcome })
  } catch (error) {
    // Who has heard nothing yet is asked for again, in another process.
    if (error instanceof Stuck) process.exit(1)
    if (error instanceof Refusal) send({ type: 'refused', id, param: error.param, message: error.message })
    else send({ type: 'failed', id, reason: reasonOf(error) })
    // The next request starts another process; what is said until now is still heard.
    if (error instanceof Broken || error instanceof Overfull) setImmediate(() => process.disconnect())
  } finally {
    running.delete(id)
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
