import type { TextEngine } from '../../core/engine.ts'
import { invalid, PlatformError } from '../../core/errors.ts'
import type { GenerationEvent, GenerationRequest } from '../../core/generation.ts'
import { EventWriter } from './event-writer.ts'
import { Inbox } from './inbox.ts'
import { writeJob } from './job.ts'
import type { ModelProcess } from './model-process.ts'
import type { JobReply, LlamaJob } from './protocol.ts'
import type { Queue } from './queue.ts'

export interface TextParts {
  readonly process: ModelProcess
  readonly queue: Queue
  readonly sees: TextEngine['sees']
  readonly isGreedyLeaning: boolean
  readonly newId: () => string
}

type Reply = JobReply | { readonly type: 'lost' }

export function createLlamaText({ process, queue, sees, isGreedyLeaning, newId }: TextParts): TextEngine {
  /** Replies to a job. Whoever leaves early ends it; `onOver` is told when the model has no more to do with it. */
  async function* run(
    type: 'generate' | 'count',
    job: LlamaJob,
    signal: AbortSignal,
    onOver: () => void,
  ): AsyncGenerator<Reply> {
    const inbox = new Inbox<Reply>(signal)
    let isOver = false
    let mayBeginAgain = true
    const receive = (reply: Reply) => {
      mayBeginAgain = false
      isOver = isLast(reply)
      if (isOver) onOver()
      inbox.push(reply)
    }
    const begin = () =>
      process.start(type, job, receive, beginAgain).catch(error => {
        isOver = true
        onOver()
        inbox.fail(error)
        return undefined
      })
    // A process that had gone before it said a word may have been gone when it was asked.
    const beginAgain = () => {
      if (!mayBeginAgain || signal.aborted) return receive({ type: 'lost' })
      mayBeginAgain = false
      id = begin()
    }
    let id = begin()
    try {
      for (;;) {
        const reply = await inbox.next()
        yield reply
        if (isLast(reply)) return
      }
    } finally {
      inbox.close()
      void id.then(started => {
        if (started !== undefined && !isOver) process.cancel(started)
      })
    }
  }

  async function* generate(request: GenerationRequest, signal: AbortSignal): AsyncGenerator<GenerationEvent> {
    const job = writeJob(request, isGreedyLeaning)
    const leave = await queue.enter(signal)
    const writer = new EventWriter(newId)
    let inputTokens: number | undefined
    for await (const reply of run('generate', job, signal, leave)) {
      switch (reply.type) {
        case 'begun':
          inputTokens = reply.inputTokens
          yield { type: 'started', model: request.model, inputTokens, cachedTokens: reply.cachedTokens, ignored: [] }
          break
        case 'pieces':
          for (const piece of reply.pieces) yield* writer.write(piece)
          break
        case 'ended': {
          const { reason, outputTokens, cachedTokens } = reply
          const { reasoningTokens } = writer
          yield* writer.end()
          const usage = { inputTokens: inputTokens ?? 0, cachedTokens, outputTokens, reasoningTokens }
          yield { type: 'ended', reason, usage }
          break
        }
        case 'counted':
        case 'refused':
        case 'failed':
        case 'lost': {
          const error = failureOf(reply)
          if (inputTokens === undefined) throw error
          yield { type: 'failed', error }
        }
      }
    }
  }

  return {
    sees,
    generate,
    async countTokens(request, signal) {
      signal.throwIfAborted()
      const nothingHeld = () => {}
      for await (const reply of run('count', writeJob(request, isGreedyLeaning), signal, nothingHeld)) {
        if (reply.type === 'counted') return reply.tokens
        throw failureOf(reply)
      }
      throw failureOf({ type: 'lost' })
    },
  }
}

function isLast({ type }: Reply): boolean {
  return type !== 'begun' && type !== 'pieces'
}

function failureOf(reply: Reply): PlatformError {
  if (reply.type === 'refused') return invalid(reply.param, reply.message)
  if (reply.type === 'failed') {
    return new PlatformError('internal_error', 'The language model failed.', { cause: new Error(reply.reason) })
  }
  return new PlatformError('service_unavailable', 'The language model stopped and is being started again.', {
    retryAfter: 1,
  })
}
