import { randomBytes } from 'node:crypto'
import type { Engine } from '../../core/engine.ts'
import { createTokenizer, type Tokenizer } from '../tokenizer/tokenizer.ts'
import { watchHealth } from './health.ts'
import { createTextEngine } from './text.ts'
import { Upstream } from './upstream.ts'

export interface OpenaiOptions {
  /** Base addresses without a slash at their ends; more than one are balanced. */
  readonly urls: readonly string[]
  /** For a whole answer, and without a byte of it. */
  readonly timeoutSeconds: number
  readonly idleSeconds: number
  /** What the servers call the model; else by its public id. */
  readonly model?: string
  readonly key?: string
  /** A path that is asked to learn whether a server is well; false: it is never asked. */
  readonly health?: string | false
  readonly vision?: boolean
  readonly audio?: boolean
  readonly video?: boolean
}

/** Any servers that speak OpenAI's protocol. Several engines may share a tokenizer, which is then not theirs to close. */
export function createOpenaiEngine(options: OpenaiOptions, publicId: string, shared?: Tokenizer): Engine {
  const upstreams = options.urls.map(url => new Upstream(url, options.key, Date.now))
  const health = watchHealth(upstreams, options.health)
  const tokenizer = shared ?? createTokenizer()
  return {
    text: createTextEngine({
      site: {
        upstreams,
        model: publicId,
        upstreamModel: options.model ?? publicId,
        key: options.key,
        timeoutSeconds: options.timeoutSeconds,
        idleSeconds: options.idleSeconds,
        newId: () => `call_${randomBytes(12).toString('hex')}`,
        now: Date.now,
        onFailure(upstream, failure) {
          if (failure.isUnreachable) upstream.isReachable = false
          if (failure.refusal?.status === 429) upstream.rest(failure.refusal.retryAfter ?? 1)
          if (failure.isFault) health.suspect(upstream)
        },
      },
      tokenizer,
      sees: { image: options.vision ?? true, audio: options.audio ?? false, video: options.video ?? false },
    }),
    async close() {
      health.close()
      if (!shared) await tokenizer.close()
      await Promise.all(upstreams.map(({ pool }) => pool.destroy()))
    },
  }
}
