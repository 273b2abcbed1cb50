import type { Usage as CoreUsage, EndReason } from '../../core/generation.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { readAll } from '../../core/ready.ts'
import type { ResponsesRequest, TextFormat, Tool } from './schema.ts'
import type { Echo, OutputItem, ResponseObject, Usage } from './schema-response.ts'
import type { LastEvent } from './stream-events.ts'

/** What does not change from the first event of a response to its end. */
export interface ResponseHead {
  readonly id: string
  readonly createdAt: number
  readonly model: string
  readonly echo: Echo
}

export type Outcome =
  | { readonly status: 'completed'; readonly at: number }
  | { readonly status: 'incomplete'; readonly reason: 'max_output_tokens' | 'content_filter' }
  | { readonly status: 'failed'; readonly message: string }

export function writeResponse(
  { id, createdAt, model, echo }: ResponseHead,
  outcome: Outcome | { readonly status: 'in_progress' },
  output: OutputItem[] = [],
  usage: CoreUsage | null = null,
): ResponseObject {
  return {
    id,
    object: 'response',
    created_at: createdAt,
    completed_at: outcome.status === 'completed' ? outcome.at : null,
    status: outcome.status,
    // Without `type`, a widespread client library takes a failed response for one that it can't read.
    error:
      outcome.status === 'failed' ? { type: 'server_error', code: 'server_error', message: outcome.message } : null,
    incomplete_details: outcome.status === 'incomplete' ? { reason: outcome.reason } : null,
    model,
    output,
    usage: usage && writeUsage(usage),
    ...echo,
  }
}

/** The whole answer is what the last event of its stream holds. */
export async function lastResponse(events: AsyncIterable<{ type: string } | LastEvent>): Promise<ResponseObject> {
  let last: { type: string } | LastEvent | undefined
  await readAll(events, event => {
    last = event
  })
  if (!last || !('response' in last)) throw new Error('the events of a response stopped before its end')
  return last.response
}

export function outcomeOf(reason: EndReason, at: number): Outcome {
  switch (reason) {
    case 'stop':
    case 'tool-calls':
      return { status: 'completed', at }
    case 'length':
      return { status: 'incomplete', reason: 'max_output_tokens' }
    case 'filtered':
      return { status: 'incomplete', reason: 'content_filter' }
  }
}

export function writeEcho(body: ResponsesRequest): Echo {
  return {
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    reasoning: body.reasoning ? { effort: body.reasoning.effort ?? null, summary: null } : null,
    temperature: body.temperature ?? null,
    top_p: body.top_p ?? null,
    tool_choice: body.tool_choice ?? null,
    tools: body.tools?.map(writeTool) ?? null,
    text: { format: writeFormat(body.text?.format ?? { type: 'text' }) },
    previous_response_id: null,
    parallel_tool_calls: body.parallel_tool_calls ?? null,
    store: body.store ?? null,
    metadata: body.metadata ?? null,
    truncation: body.truncation ?? null,
  }
}

/** Only what was checked is given back: what else a caller puts there is not bounded. */
function writeTool({ type, name, description, parameters, strict }: Tool): Record<string, unknown> {
  return omitUndefined({ type, name, description, parameters, strict })
}

function writeFormat(format: TextFormat): Record<string, unknown> {
  if (format.type !== 'json_schema') return { type: format.type }
  const { type, name, description, strict = null, schema } = format
  return { type, name, ...omitUndefined({ description }), strict, schema }
}

function writeUsage({ inputTokens, cachedTokens, outputTokens, reasoningTokens }: CoreUsage): Usage {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens, tool_output_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  }
}
