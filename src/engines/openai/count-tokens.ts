import type { GenerationRequest } from '../../core/generation.ts'
import { chatTool } from './chat/chat-body.ts'
import { chatMessages } from './chat/chat-messages.ts'
import { asCount, asRecord, type JsonRecord } from './chat/record.ts'
import type { Upstream } from './upstream.ts'

const mostBytes = 32 * 1024 * 1024

/**
 * The count of a server that has a way to tell: vLLM tokenises conversations, llama-server writes out its template and
 * tokenises text. Undefined where there is none, and where it would not be the whole count: these ways see no pictures,
 * and the effort may change the template.
 */
export async function countOnServer(
  upstream: Upstream,
  model: string,
  request: GenerationRequest,
  signal: AbortSignal,
): Promise<number | undefined> {
  if (upstream.counting === 'none' || request.effort !== undefined || hasMedia(request)) return undefined
  const conversation = {
    messages: chatMessages(request.messages, { withReasoning: !upstream.refused.has('reasoning_content') }),
    ...(request.tools.length > 0 ? { tools: request.tools.map(chatTool) } : {}),
  }
  if (upstream.counting !== 'llama') {
    const { status, reply } = await post(upstream, '/tokenize', { model, ...conversation }, signal)
    const count = asCount(reply?.count)
    if (count !== undefined) return learn(upstream, 'vllm', count)
    if (upstream.counting === 'vllm' || status >= 500) return undefined
  }
  const template = await post(upstream, '/apply-template', conversation, signal)
  if (typeof template.reply?.prompt === 'string') {
    const text = { content: template.reply.prompt, add_special: true, parse_special: true }
    const { reply } = await post(upstream, '/tokenize', text, signal)
    if (Array.isArray(reply?.tokens)) return learn(upstream, 'llama', reply.tokens.length)
  }
  if (upstream.counting === undefined && template.status < 500) upstream.counting = 'none'
  return undefined
}

function learn(upstream: Upstream, counting: 'vllm' | 'llama', count: number): number {
  upstream.counting = counting
  return count
}

function hasMedia({ messages }: GenerationRequest): boolean {
  return messages.some(
    message => (message.role === 'user' || message.role === 'tool') && message.parts.some(part => part.type !== 'text'),
  )
}

async function post(
  { pool, rootPath, headers }: Upstream,
  path: string,
  body: JsonRecord,
  signal: AbortSignal,
): Promise<{ status: number; reply: JsonRecord | undefined }> {
  const response = await pool.request({
    path: rootPath + path,
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    signal,
  })
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response.body) {
    length += chunk.length
    if (length > mostBytes) throw new Error('the reply is longer than 32 MB')
    chunks.push(chunk)
  }
  return { status: response.statusCode, reply: parse(Buffer.concat(chunks).toString('utf8')) }
}

function parse(text: string): JsonRecord | undefined {
  try {
    return asRecord(JSON.parse(text))
  } catch {
    return undefined
  }
}
