import { onTestFinished } from 'vitest'
import type { Engine, TextEngine } from '../../core/engine.ts'
import type { GenerationEvent, GenerationRequest } from '../../core/generation.ts'
import { chat, delta, type MockReply, mockUpstream, streamOf, usageChunk } from './mock-upstream.fixture.ts'
import { createOpenaiEngine, type OpenaiOptions } from './openai-engine.ts'

/** An engine in front of these servers, with short times and without health checks unless a test wants otherwise. */
export function engineFor(
  urls: readonly string[],
  options: Partial<OpenaiOptions> = {},
): Engine & { text: TextEngine } {
  const engine = createOpenaiEngine(
    { urls, model: 'theirs', timeoutSeconds: 10, idleSeconds: 5, health: false, ...options },
    'svc',
  )
  if (!engine.text) throw new Error('the engine writes no text')
  return { text: engine.text, close: () => engine.close() }
}

export function ask(text: string, more: Partial<GenerationRequest> = {}): GenerationRequest {
  return {
    model: 'svc',
    messages: [{ role: 'user', parts: [{ type: 'text', text }] }],
    tools: [],
    toolChoice: 'auto',
    stop: [],
    format: { type: 'text' },
    ...more,
  }
}

export async function eventsOf(stream: AsyncIterable<GenerationEvent>): Promise<GenerationEvent[]> {
  const events: GenerationEvent[] = []
  for await (const event of stream) events.push(event)
  return events
}

/** The code and the message of what a promise is rejected with. */
export async function errorFrom(
  promise: Promise<unknown>,
): Promise<{ code: unknown; message: string; retryAfter: unknown }> {
  try {
    await promise
  } catch (error) {
    if (error instanceof Error && 'code' in error) {
      return {
        code: error.code,
        message: error.message,
        retryAfter: 'retryAfter' in error ? error.retryAfter : undefined,
      }
    }
    throw error
  }
  throw new Error('it succeeded')
}

/** An engine in front of one server that replies like this, until the test is over. */
export async function open(reply: MockReply, options: Partial<OpenaiOptions> = {}) {
  const upstream = await mockUpstream({ [chat]: reply })
  const engine = engineFor([upstream.url], options)
  onTestFinished(async () => {
    await engine.close()
    await upstream.close()
  })
  return { upstream, engine }
}

export const forever = () => new AbortController().signal

export const says = (content: string) => streamOf(delta({ content }), delta({}, 'stop'), usageChunk(9, 1))
