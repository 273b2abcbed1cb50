import type { MockReply } from '../../../src/engines/openai/mock-upstream.fixture.ts'

export type UpstreamPart =
  | { readonly reasoning: string }
  | { readonly text: string }
  | { readonly id: string; readonly name: string; readonly arguments: string }

/** What an upstream says, however it is asked. */
export interface UpstreamAnswer {
  readonly parts: readonly UpstreamPart[]
  readonly finish: string | null
  /** In what words it stopped, where the server tells. */
  readonly matchedStop?: string
  readonly usage?: Readonly<Record<string, unknown>>
}

export const usage = {
  prompt_tokens: 40,
  completion_tokens: 20,
  total_tokens: 60,
  prompt_tokens_details: { cached_tokens: 16 },
  completion_tokens_details: { reasoning_tokens: 7 },
}
export const seenUsage = { input: 40, cached: 16, output: 20, reasoning: 7 }

const head = { id: 'chatcmpl-1', created: 1, model: 'theirs' }

/** Gives the answer as a stream or as a whole, as it was asked for. */
export function answering(answer: UpstreamAnswer): MockReply {
  return ({ body }, response) => {
    if (body.stream) response.writeHead(200, { 'content-type': 'text/event-stream' }).end(streamOf(answer))
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(wholeOf(answer)))
  }
}

export function chunkFrame(delta: object, finish: string | null = null, more: object = {}): string {
  const chunk = {
    ...head,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish, ...more }],
  }
  return `data: ${JSON.stringify(chunk)}\n\n`
}

function streamOf({ parts, finish, matchedStop, usage }: UpstreamAnswer): string {
  return [
    chunkFrame({ role: 'assistant', content: '' }),
    ...parts.flatMap(inPieces),
    ...interleaved(parts.filter(part => 'name' in part)),
    chunkFrame({}, finish, matchedStop === undefined ? {} : { stop_reason: matchedStop }),
    ...(usage ? [`data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [], usage })}\n\n`] : []),
    'data: [DONE]\n\n',
  ].join('')
}

function inPieces(part: UpstreamPart): string[] {
  if ('name' in part) return []
  const [field, text] = 'text' in part ? ['content', part.text] : ['reasoning_content', part.reasoning]
  return (text.match(/.{1,4}/gsu) ?? []).map(piece => chunkFrame({ [field]: piece }))
}

/** The calls grow in turn, a few characters each. */
function interleaved(calls: readonly Extract<UpstreamPart, { name: string }>[]): string[] {
  const frames = calls.map(({ id, name }, index) =>
    chunkFrame({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
  )
  const longest = Math.max(0, ...calls.map(call => call.arguments.length))
  for (let at = 0; at < longest; at += 5) {
    calls.forEach((call, index) => {
      const piece = call.arguments.slice(at, at + 5)
      if (piece !== '') frames.push(chunkFrame({ tool_calls: [{ index, function: { arguments: piece } }] }))
    })
  }
  return frames
}

function wholeOf({ parts, finish, matchedStop, usage }: UpstreamAnswer): object {
  const calls = parts.flatMap(part =>
    'name' in part ? [{ id: part.id, type: 'function', function: { name: part.name, arguments: part.arguments } }] : [],
  )
  const joined = (pick: (part: UpstreamPart) => string) => parts.map(pick).join('')
  const reasoning = joined(part => ('reasoning' in part ? part.reasoning : ''))
  const message = {
    role: 'assistant',
    content: joined(part => ('text' in part ? part.text : '')) || null,
    ...(reasoning !== '' && { reasoning_content: reasoning }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
  const choice = {
    index: 0,
    message,
    finish_reason: finish,
    ...(matchedStop !== undefined && { stop_reason: matchedStop }),
  }
  return { ...head, object: 'chat.completion', choices: [choice], ...(usage && { usage }) }
}
