import { expect } from 'vitest'
import type { ResponseStyle } from '../../src/api/responses/read.ts'
import type { ResponseObject } from '../../src/api/responses/schema-response.ts'
import { lastResponse, type ResponseHead, writeEcho } from '../../src/api/responses/write.ts'
import { writeResponseEvents, writeResponseStream } from '../../src/api/responses/write-stream.ts'
import type { GenerationEvent } from '../../src/core/generation.ts'
import { asPlatformError } from '../../src/http/errors.ts'
import { streamOf } from './generation-events.ts'

export interface SentEvent {
  type: string
  sequence_number: number
  [field: string]: unknown
}

export const echo = writeEcho({ model: 'svc-3.7-flash', input: 'hello' })
const head: ResponseHead = { id: 'resp_1', createdAt: 100, model: 'svc-3.7-flash', echo }
export const plain: ResponseStyle = { stream: true, showsReasoning: false, reasoningPart: 'response.reasoning_part' }
export const showing: ResponseStyle = { ...plain, showsReasoning: true }

export function writing(events: readonly GenerationEvent[], style: ResponseStyle, failures: unknown[] = []) {
  const onFailed = (error: unknown) => void failures.push(error)
  return writeResponseEvents({ head, stream: streamOf(events), style, now: () => 107, onFailed })
}

/** The stream as a client reads it. */
export async function sent(events: readonly GenerationEvent[], style = plain): Promise<SentEvent[]> {
  const all: SentEvent[] = []
  for await (const frame of writeResponseStream(writing(events, style), asPlatformError)) {
    const [, name, data] = /^event: (\S+)\ndata: (.*)\n\n$/.exec(frame) ?? []
    const event = JSON.parse(data ?? '') as SentEvent
    expect(event.type).toBe(name)
    all.push(event)
  }
  return all
}

export const whole = (events: readonly GenerationEvent[], style = plain) => lastResponse(writing(events, style))

export const responseOf = (event: SentEvent | undefined) => event?.response as ResponseObject
