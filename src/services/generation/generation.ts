import type { TextEngine } from '../../core/engine.ts'
import { invalid, PlatformError } from '../../core/errors.ts'
import type { GenerationRequest, GenerationStream, Started, Usage } from '../../core/generation.ts'
import type { Caller } from '../../core/keys.ts'
import type { Models } from '../models.ts'
import { jsonCheckFor } from './json-check.ts'
import { keepJsonPromise } from './json-promise.ts'
import { tidy } from './tidy.ts'

export interface Generation {
  /** Resolves when the first event is there: until then a failure is thrown, afterwards it is an event. */
  start(order: GenerationOrder, signal: AbortSignal): Promise<Begun>
  /** What the conversation would cost as input. */
  countTokens(request: GenerationRequest, signal: AbortSignal): Promise<number>
}

/** An answer that is on its way. */
export interface Begun {
  readonly started: Started
  /** With `started` as its first event. */
  readonly stream: GenerationStream
}

export interface GenerationOrder {
  readonly caller: Caller
  readonly request: GenerationRequest
  /** The caller waits for the whole answer: text may be held back until it is known to be good. */
  readonly whole: boolean
}

export interface GenerationParts {
  readonly models: Models
  /** Undefined when nothing serves that model. */
  readonly engineOf: (model: string) => TextEngine | undefined
  /** Fetches, checks and scales pictures, video and sound for an engine. */
  readonly prepareMedia: (
    request: GenerationRequest,
    engine: TextEngine,
    signal: AbortSignal,
  ) => Promise<GenerationRequest>
  /** Told once of each generation, also of those that failed or were left. */
  readonly onUsage: (caller: Caller, model: string, usage: Usage) => void
}

export function createGeneration({ models, engineOf, prepareMedia, onUsage }: GenerationParts): Generation {
  async function prepare(request: GenerationRequest, signal: AbortSignal) {
    const model = models.get(request.model)
    if (model.capability !== 'text') throw invalid('model', `"${request.model}" does not write text.`)
    const engine = engineOf(request.model)
    if (!engine) {
      throw new PlatformError(
        'service_unavailable',
        `Nothing serves "${request.model}" yet: name an engine for it in medley.yaml.`,
      )
    }
    return { engine, request: await prepareMedia(request, engine, signal) }
  }

  return {
    async start({ caller, request: asked, whole }, signal) {
      const { engine, request } = await prepare(asked, signal)
      const begun = await begin(engine, request, whole, signal, usage => onUsage(caller, asked.model, usage))
      const check = jsonCheckFor(request.format)
      const repair = (messages: GenerationRequest['messages']) =>
        begin(engine, { ...request, messages }, true, signal, usage => onUsage(caller, asked.model, usage))
      if (!check) return begun
      return {
        started: begun.started,
        stream: keepJsonPromise({ stream: begun.stream, request, whole, check, repair }),
      }
    },
    async countTokens(asked, signal) {
      const { engine, request } = await prepare(asked, signal)
      return engine.countTokens(request, signal)
    },
  }
}

/** Made once: an abort without a reason makes one with a stack each time. */
const noLongerWanted = new Error('the rest is not wanted')

async function begin(
  engine: TextEngine,
  request: GenerationRequest,
  whole: boolean,
  signal: AbortSignal,
  onUsage: (usage: Usage) => void,
): Promise<Begun> {
  const own = new AbortController()
  const abort = () => own.abort(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  const events = engine.generate(request, own.signal, { whole })[Symbol.asyncIterator]()
  try {
    const first = await events.next()
    if (first.done || first.value.type !== 'started') throw new Error('an engine did not begin with "started"')
    const started = first.value
    return {
      started,
      stream: tidy({ started, events, request, engine, stop: () => own.abort(noLongerWanted), onUsage }),
    }
  } catch (error) {
    signal.removeEventListener('abort', abort)
    throw error
  }
}
