import { randomBytes } from 'node:crypto'
import type { Engine } from '../../core/engine.ts'
import type { Capability } from '../../core/models.ts'
import type { SoundStudio } from '../../media/sound/studio/studio.ts'
import { createTokenizer, type Tokenizer } from '../tokenizer/tokenizer.ts'
import type { AttemptFailure } from './attempt-failure.ts'
import { watchHealth } from './health.ts'
import { createRecognitionEngine } from './recognition/recognition.ts'
import { createSpeechEngine } from './speech/speech.ts'
import type { SpeechFormat } from './speech/speech-body.ts'
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
  /** What they are asked for; text when not given. */
  readonly capability?: Capability
  /** Our voice id → the servers'. */
  readonly voices?: Readonly<Record<string, string>>
  /** What they give speech in. */
  readonly format?: SpeechFormat
  /** Whether the model does what instructions say, instead of having them put on its voice. */
  readonly instructions?: boolean
}

export interface OpenaiTools {
  /** Several engines may share one, which is then not theirs to close. */
  readonly tokenizer?: Tokenizer
  /** For engines that speak. */
  readonly studio?: SoundStudio
}

/** Any servers that speak OpenAI's protocol. */
export function createOpenaiEngine(options: OpenaiOptions, publicId: string, tools: OpenaiTools = {}): Engine {
  const upstreams = options.urls.map(url => new Upstream(url, options.key, Date.now))
  const health = watchHealth(upstreams, options.health)
  const site = {
    upstreams,
    model: publicId,
    upstreamModel: options.model ?? publicId,
    key: options.key,
    timeoutSeconds: options.timeoutSeconds,
    idleSeconds: options.idleSeconds,
    newId: () => `call_${randomBytes(12).toString('hex')}`,
    now: Date.now,
    onFailure(upstream: Upstream, failure: AttemptFailure) {
      if (failure.isUnreachable) upstream.isReachable = false
      if (failure.refusal?.status === 429) upstream.rest(failure.refusal.retryAfter ?? 1)
      if (failure.isFault) health.suspect(upstream)
    },
  }
  if (options.capability === 'recognition')
    return { recognition: createRecognitionEngine({ site }), close: closeServers }
  const { studio } = tools
  if (options.capability === 'speech' && studio) {
    const { voices = {}, format = 'wav', instructions: obeysInstructions = false } = options
    const style = { model: site.upstreamModel, voices, format }
    return { speech: createSpeechEngine({ site, style, obeysInstructions, studio }), close: closeServers }
  }
  const tokenizer = tools.tokenizer ?? createTokenizer()
  const sees = { image: options.vision ?? true, audio: options.audio ?? false, video: options.video ?? false }
  return {
    text: createTextEngine({ site, tokenizer, sees }),
    async close() {
      if (!tools.tokenizer) await tokenizer.close()
      await closeServers()
    },
  }

  async function closeServers(): Promise<void> {
    health.close()
    for (const { connections } of upstreams) connections.close()
    await Promise.all(upstreams.map(({ pool }) => pool.destroy()))
  }
}
