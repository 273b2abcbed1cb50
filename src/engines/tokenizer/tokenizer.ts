import { Worker } from 'node:worker_threads'
import type { CountReply, CountRequest } from './tokenizer-worker.ts'

export interface Tokenizer {
  /** How many tokens of a published vocabulary the texts are, one by one. */
  count(texts: readonly string[]): Promise<number>
  close(): Promise<void>
}

interface Job {
  readonly texts: readonly string[]
  resolve(tokens: number): void
}

/**
 * Counts in a worker thread that comes with the first text and goes when there has been none for a while: the
 * vocabulary takes 80 MB and a third of a second, and most servers count for themselves.
 */
export function createTokenizer({ idleSeconds = 60 } = {}): Tokenizer {
  const waiting = new Map<number, Job>()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0

  /** Should the worker fail, a rough count is better than none. */
  function giveUp(): void {
    worker = undefined
    clearTimeout(idle)
    for (const { resolve, texts } of waiting.values()) resolve(roughCount(texts))
    waiting.clear()
  }

  function lose(lost: Worker): void {
    if (worker === lost) giveUp()
  }

  function hire(): Worker {
    const hired = new Worker(new URL('./tokenizer-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    hired.on('message', ({ id, tokens }: CountReply) => {
      waiting.get(id)?.resolve(tokens)
      waiting.delete(id)
      if (waiting.size === 0) rest(hired)
    })
    hired.on('error', () => lose(hired))
    hired.on('exit', () => lose(hired))
    return hired
  }

  function rest(resting: Worker): void {
    resting.unref()
    clearTimeout(idle)
    idle = setTimeout(() => void dismiss(), idleSeconds * 1000).unref()
  }

  async function dismiss(): Promise<void> {
    const dismissed = worker
    giveUp()
    await dismissed?.terminate()
  }

  return {
    count(texts) {
      if (texts.every(text => text === '')) return Promise.resolve(0)
      const { promise, resolve } = Promise.withResolvers<number>()
      clearTimeout(idle)
      worker ??= hire()
      worker.ref()
      lastId += 1
      waiting.set(lastId, { resolve, texts })
      const request: CountRequest = { id: lastId, texts }
      worker.postMessage(request)
      return promise
    },
    close: dismiss,
  }
}

function roughCount(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Math.ceil(Buffer.byteLength(text) / 4), 0)
}
