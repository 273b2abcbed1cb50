import { Refusal } from '../grammar/answer-grammar.ts'
import type { ToChild } from '../protocol.ts'
import { countTokens, generate } from './generation.ts'
import { type Loaded, load, TooLarge } from './load.ts'
import { createOutbox } from './outbox.ts'

/** The process in which llama.cpp lives: whatever happens in there, the server goes on. */
let loaded: Loaded | undefined
const send = createOutbox(messages => process.send?.(messages))
const running = new Map<number, AbortController>()

process.on('disconnect', () => process.exit(0))
process.on('message', (message: ToChild) => {
  switch (message.type) {
    case 'load':
      load(message.options).then(
        result => {
          loaded = result
          send({ type: 'loaded' })
        },
        error =>
          send({
            type: 'not-loaded',
            reason: reasonOf(error),
            ...(error instanceof TooLarge && { shown: error.message }),
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

async function serve({ type, id, job }: Extract<ToChild, { type: 'generate' | 'count' }>): Promise<void> {
  const controller = new AbortController()
  running.set(id, controller)
  try {
    if (!loaded) throw new Error('the model is not loaded')
    if (type === 'count') {
      send({ type: 'counted', id, tokens: countTokens(loaded, job) })
      return
    }
    const outcome = await generate(loaded, job, controller.signal, {
      onBegun: (inputTokens, cachedTokens) => send({ type: 'begun', id, inputTokens, cachedTokens }),
      onPieces: pieces => send({ type: 'pieces', id, pieces }),
    })
    send({ type: 'ended', id, ...outcome })
  } catch (error) {
    if (error instanceof Refusal) send({ type: 'refused', id, param: error.param, message: error.message })
    else send({ type: 'failed', id, reason: reasonOf(error) })
  } finally {
    running.delete(id)
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
