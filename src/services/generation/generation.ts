import type { BuiltInTool } from '../../core/built-in-tools.ts'
import type { TextEngine } from '../../core/engine.ts'
import { invalid, PlatformError } from '../../core/errors.ts'
import type { GenerationEvent, GenerationRequest, GenerationStream, Started, Usage } from '../../core/generation.ts'
import type { Caller } from '../../core/keys.ts'
import type { BuiltInTools } from '../built-in-tools.ts'
import type { Models } from '../models.ts'
import { useBuiltInTools } from './built-in-calls.ts'
import { jsonCheckFor } from './json-check.ts'
import { keepJsonPromise } from './json-promise.ts'
import { Tidied } from './tidy.ts'

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
  /** One more answer to a request whose input is accounted for by another. */
  readonly isFurtherChoice?: boolean
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
  ) => GenerationRequest | Promise<GenerationRequest>
  readonly builtInTools: BuiltInTools
  /** Told once of each generation, also of those that failed or were left. */
  readonly onUsage: (caller: Caller, model: string, usage: Usage) => void
}

export function createGeneration({
  models,
  engineOf,
  prepareMedia,
  builtInTools,
  onUsage,
}: GenerationParts): Generation {
  function engineFor({ model: id }: GenerationRequest): TextEngine {
    const model = models.get(id)
    if (model.capability !== 'text') throw invalid('model', `"${id}" does not write text.`)
    const engine = engineOf(id)
    if (!engine) {
      throw new PlatformError(
        'service_unavailable',
        `Nothing serves "${id}" yet: name an engine for it in medley.yaml.`,
      )
    }
    return engine
  }

  return {
    async start({ caller, request: asked, whole, isFurtherChoice }, signal) {
      const engine = engineFor(asked)
      const prepared = prepareMedia(asked, engine, signal)
      const request = prepared instanceof Promise ? await prepared : prepared
      const tellUsage = (usage: Usage) =>
        onUsage(caller, asked.model, isFurtherChoice ? { ...usage, inputTokens: 0, cachedTokens: 0 } : usage)
      const usesBuiltIns = request.tools.some(({ builtIn }) => builtIn)
      if (usesBuiltIns) await builtInTools.assertUsable(caller.projectId, request.tools)
      const start = (next: GenerationRequest) => begin(engine, next, whole, signal, tellUsage)
      const { started, stream: plain } = await start(request)
      const use = (tool: BuiltInTool, query: string) => builtInTools.use(caller.projectId, tool, query, signal)
      const stream = usesBuiltIns ? useBuiltInTools({ stream: plain, request, use, again: start }) : plain
      const check = jsonCheckFor(request.format)
      if (!check) return { started, stream }
      const repair = (messages: GenerationRequest['messages']) =>
        begin(engine, { ...request, messages }, true, signal, tellUsage)
      return { started, stream: keepJsonPromise({ stream, request, whole, check, repair }) }
    },
    async countTokens(asked, signal) {
      const engine = engineFor(asked)
      return engine.countTokens(await prepareMedia(asked, engine, signal), signal)
    },
  }
}

async function begin(
  engine: TextEngine,
  request: GenerationRequest,
  whole: boolean,
  signal: AbortSignal,
  onUsage: (usage: Usage) => void,
): Promise<Begun> {
  const isTooLate = signal.aborted
  const events = engine.generate(request, signal, whole ? inOnePiece : asItComes)[Symbol.asyncIterator]()
  let first: IteratorResult<GenerationEvent>
  try {
    first = await events.next()
  } catch (error) {
    // Who left while the engine was at work has spent the input, whatever was made of it.
    if (signal.aborted && !isTooLate) countLeft(engine, request, onUsage)
    throw error
  }
  if (first.done || first.value.type !== 'started') throw new Error('an engine did not begin with "started"')
  const started = first.value
  return { started, stream: new Tidied({ started, events, request, engine, onUsage }) }
}

const inOnePiece = { whole: true }
const asItComes = { whole: false }

function countLeft(engine: TextEngine, request: GenerationRequest, onUsage: (usage: Usage) => void): void {
  const tell = (inputTokens: number) => onUsage({ inputTokens, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0 })
  engine.countTokens(request, AbortSignal.timeout(5000)).then(tell, () => tell(0))
}
