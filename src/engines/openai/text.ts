import type { GenerationHints, TextEngine } from '../../core/engine.ts'
import type { GenerationRequest, Usage } from '../../core/generation.ts'
import { conversationCost } from '../tokenizer/conversation-cost.ts'
import type { Tokenizer } from '../tokenizer/tokenizer.ts'
import { conversationHash } from './affinity.ts'
import { choose } from './balancer.ts'
import type { Site } from './begin.ts'
import type { Conclusion } from './chat/chunk-reader.ts'
import { countOnServer } from './count-tokens.ts'
import { Generating } from './generating.ts'
import type { Upstream } from './upstream.ts'

const countMs = 10_000

export interface TextParts {
  readonly site: Site
  readonly tokenizer: Tokenizer
  readonly sees: TextEngine['sees']
}

export function createTextEngine({ site, tokenizer, sees }: TextParts): TextEngine {
  /** What conversations that were generated have cost; undefined where nobody has told. */
  const generated = new WeakMap<GenerationRequest, number | undefined>()

  /** Undefined where the server has no way to tell, or can't be asked. */
  async function askServer(request: GenerationRequest, upstream: Upstream | undefined, signal: AbortSignal) {
    if (!upstream) return undefined
    const limited = AbortSignal.any([signal, AbortSignal.timeout(countMs)])
    return countOnServer(upstream, site.upstreamModel, request, limited).catch(() => undefined)
  }

  /** As well as it can be told without generating. */
  async function countInput(request: GenerationRequest, upstream: Upstream | undefined, signal: AbortSignal) {
    const count = await askServer(request, upstream, signal)
    if (count !== undefined) return count
    const { texts, fixed } = conversationCost(request)
    return fixed + (await tokenizer.count(texts))
  }

  async function countUsage(request: GenerationRequest, conclusion: Conclusion, upstream: Upstream): Promise<Usage> {
    const [inputTokens, outputTokens] = await Promise.all([
      countInput(request, upstream, AbortSignal.timeout(countMs)),
      tokenizer.count([conclusion.said]),
    ])
    const reasoningTokens = Math.round(outputTokens * conclusion.reasoningShare)
    return { inputTokens, cachedTokens: 0, outputTokens, reasoningTokens }
  }

  function generate(request: GenerationRequest, signal: AbortSignal, { whole = false }: GenerationHints = {}) {
    return new Generating({
      site,
      request,
      whole,
      signal,
      countUsage: (conclusion, upstream) => countUsage(request, conclusion, upstream),
      onOver: inputTokens => generated.set(request, inputTokens),
    })
  }

  /** What a generation would report: so one of a single token is begun, and left as soon as it has reported. */
  async function countByGenerating(request: GenerationRequest, signal: AbortSignal): Promise<number> {
    for await (const event of generate({ ...request, maxTokens: 1 }, signal)) {
      if (event.type === 'started' && event.inputTokens > 0) return event.inputTokens
      if (event.type === 'ended') return event.usage.inputTokens
      if (event.type === 'failed') throw event.error
    }
    throw new Error('a generation stopped before its end')
  }

  return {
    sees,
    generate,
    async countTokens(request, signal) {
      signal.throwIfAborted()
      const known = generated.get(request)
      if (known !== undefined) return known
      const upstream = choose(site.upstreams, new Set(), () => conversationHash(request))
      // What has been generated once is not generated again only to be counted.
      if (generated.has(request)) return countInput(request, upstream, signal)
      const count = await askServer(request, upstream, signal)
      signal.throwIfAborted()
      return count ?? countByGenerating(request, signal)
    },
  }
}
