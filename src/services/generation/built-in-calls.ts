import { type BuiltInTool, builtInArguments, type FoundPassage, passagesText } from '../../core/built-in-tools.ts'
import { PlatformError } from '../../core/errors.ts'
import type {
  EndReason,
  GenerationEvent,
  GenerationRequest,
  GenerationStream,
  Message,
  Tool,
  ToolCall,
  Usage,
} from '../../core/generation.ts'

export interface BuiltInCallParts {
  /** The first answer, with `started` as its first event. */
  readonly stream: GenerationStream
  readonly request: GenerationRequest
  readonly use: (tool: BuiltInTool, query: string) => Promise<FoundPassage[]>
  /** Begins another generation in the same conversation. */
  readonly again: (request: GenerationRequest) => Promise<{ readonly stream: GenerationStream }>
}

/** After so many rounds of looking things up the model has to answer with what it knows. */
const mostRounds = 3

/** How one answer of the model went. */
interface Round {
  readonly messages: Message[]
  /** The model called functions of the caller, who has to answer them. */
  readonly callsCaller: boolean
  readonly reason: EndReason
  readonly usage: Usage
}

/**
 * The server makes the calls of its own tools and lets the model go on with what was found: for the caller it is one answer.
 * Such a call is shown once it has been made, together with its results.
 */
export async function* useBuiltInTools(parts: BuiltInCallParts): AsyncGenerator<GenerationEvent> {
  const { use, again } = parts
  let { stream, request } = parts
  let usage: Usage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0 }
  const numbering = { next: 0 }
  for (let round = 1; ; round++) {
    const went = yield* oneRound(stream, request.tools, round === 1, numbering, use)
    if (!went) return
    usage = sumOf(usage, went.usage)
    if (went.messages.length < 2 || went.callsCaller || went.reason === 'length') {
      yield { type: 'ended', reason: reasonOf(went), usage }
      return
    }
    request = nextRequest(request, went.messages, round)
    try {
      stream = (await again(request)).stream
    } catch (error) {
      yield { type: 'failed', error: asFailure(error) }
      return
    }
  }
}

/** Undefined when it failed: that has been told. The first message is what the model said, the others what was found. */
async function* oneRound(
  stream: GenerationStream,
  tools: readonly Tool[],
  isFirst: boolean,
  numbering: { next: number },
  use: BuiltInCallParts['use'],
): AsyncGenerator<GenerationEvent, Round | undefined> {
  const calls: ToolCall[] = []
  const results: Message[] = []
  let text = ''
  let hidden: { id: string; name: string; tool: Tool; arguments: string; tokens: number } | undefined
  let isText = false
  let callsCaller = false
  for await (const event of stream) {
    switch (event.type) {
      case 'started':
        if (isFirst) yield event
        break
      case 'part-start': {
        isText = event.kind === 'text'
        const tool = event.kind === 'tool-call' ? tools.find(({ name }) => name === event.name) : undefined
        if (event.kind === 'tool-call' && tool?.builtIn) {
          hidden = { id: event.id, name: event.name, tool, arguments: '', tokens: 0 }
          break
        }
        if (event.kind === 'tool-call') callsCaller = true
        yield { ...event, part: numbering.next }
        break
      }
      case 'part-delta':
        if (hidden) {
          hidden.arguments += event.text
          hidden.tokens += event.tokens
          break
        }
        if (isText) text += event.text
        yield { ...event, part: numbering.next }
        break
      case 'part-end': {
        const part = numbering.next++
        if (!hidden) {
          yield { type: 'part-end', part }
          break
        }
        const { id, name, tool, tokens, arguments: written } = hidden
        hidden = undefined
        if (!tool.builtIn) break
        let found: FoundPassage[]
        const query = queryOf(tool.builtIn, written)
        try {
          found = await use(tool.builtIn, query)
        } catch (error) {
          yield { type: 'failed', error: asFailure(error) }
          return undefined
        }
        yield {
          type: 'part-start',
          part,
          kind: 'tool-call',
          id,
          name,
          builtIn: { type: tool.builtIn.type, results: found },
        }
        yield { type: 'part-delta', part, text: written, tokens }
        yield { type: 'part-end', part }
        calls.push({ id, name, arguments: written })
        results.push({ role: 'tool', callId: id, parts: [{ type: 'text', text: shown(tool.builtIn, query, found) }] })
        break
      }
      case 'ended': {
        const said: Message = { role: 'assistant', text, toolCalls: calls }
        return { messages: [said, ...results], callsCaller, reason: event.reason, usage: event.usage }
      }
      case 'failed':
        yield event
        return undefined
    }
  }
  throw new Error('a generation stopped before its end')
}

/** Who was made to call a tool has done so; after the last round there is nothing left to call. */
function nextRequest(request: GenerationRequest, messages: readonly Message[], round: number): GenerationRequest {
  const tools = round < mostRounds ? request.tools : request.tools.filter(({ builtIn }) => !builtIn)
  return { ...request, messages: [...request.messages, ...messages], tools, toolChoice: 'auto' }
}

function reasonOf({ reason, callsCaller }: Round): EndReason {
  return reason === 'tool-calls' && !callsCaller ? 'stop' : reason
}

/** A model that did not write the argument as asked meant what it wrote. */
function queryOf({ type }: BuiltInTool, written: string): string {
  try {
    const query: unknown = JSON.parse(written)[builtInArguments[type]]
    return typeof query === 'string' ? query : written
  } catch {
    return written
  }
}

function shown(tool: BuiltInTool, query: string, found: readonly FoundPassage[]): string {
  const knowledge = passagesText(found)
  if (tool.type === 'web_search' || tool.promptTemplate === undefined) return knowledge
  return tool.promptTemplate.replaceAll(/\{\{\s*(knowledge|query)\s*\}\}/g, (_, name) =>
    name === 'query' ? query : knowledge,
  )
}

function sumOf(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    reasoningTokens: a.reasoningTokens + b.reasoningTokens,
  }
}

function asFailure(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error
  return new PlatformError('internal_error', 'A built-in tool failed.', { cause: error })
}
