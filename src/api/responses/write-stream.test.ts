import { describe, expect, it } from 'vitest'
import {
  echo,
  plain,
  responseOf,
  type SentEvent,
  sent,
  showing,
  whole,
  writing,
} from '../../../test/support/responses-stream.ts'
import { PlatformError } from '../../core/errors.ts'
import type { EndReason, GenerationEvent } from '../../core/generation.ts'
import { lastResponse } from './write.ts'

const typesOf = (events: readonly SentEvent[]) => events.map(({ type }) => type.replace('response.', ''))

const started: GenerationEvent = { type: 'started', model: 'm', inputTokens: 7, cachedTokens: 2, ignored: [] }
const usage = { inputTokens: 7, cachedTokens: 2, outputTokens: 9, reasoningTokens: 4 }
const ended = (reason: EndReason = 'stop'): GenerationEvent => ({ type: 'ended', reason, usage })
const failed: GenerationEvent = { type: 'failed', error: new PlatformError('service_unavailable', 'It broke.') }

function begun(part: number, kind: 'reasoning' | 'text' | 'tool-call', ...texts: string[]): GenerationEvent[] {
  return [
    kind === 'tool-call'
      ? { type: 'part-start', part, kind, id: 'call_a', name: 'look' }
      : { type: 'part-start', part, kind },
    ...texts.map((text): GenerationEvent => ({ type: 'part-delta', part, text, tokens: 2 })),
  ]
}
const part = (...given: Parameters<typeof begun>): GenerationEvent[] => [
  ...begun(...given),
  { type: 'part-end', part: given[0] },
]
const answer = [
  started,
  ...part(0, 'reasoning', 'let ', 'me see'),
  ...part(1, 'text', 'Hel', 'lo'),
  ...part(2, 'tool-call', '{"a"', ':1}'),
]

describe('a stream', () => {
  it('says everything in order', async () => {
    const events = await sent([...answer, ended('tool-calls')], showing)
    expect(typesOf(events)).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'reasoning_part.added',
      'reasoning_text.delta',
      'reasoning_text.delta',
      'reasoning_text.done',
      'reasoning_part.done',
      'output_item.done',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'output_item.added',
      'function_call_arguments.delta',
      'function_call_arguments.delta',
      'function_call_arguments.done',
      'output_item.done',
      'completed',
    ])
    expect(events.map(event => event.sequence_number)).toEqual(events.map((_, index) => index))
  })

  it('begins with a response in progress that has nothing yet', async () => {
    const [created, inProgress] = await sent([...answer, ended()])
    const empty = {
      id: 'resp_1',
      object: 'response',
      created_at: 100,
      completed_at: null,
      status: 'in_progress',
      error: null,
      incomplete_details: null,
      model: 'svc-3.7-flash',
      output: [],
      usage: null,
      ...echo,
    }
    expect(responseOf(created)).toEqual(empty)
    expect(responseOf(inProgress)).toEqual(empty)
  })

  it('ends with the whole response', async () => {
    const events = await sent([...answer, ended('tool-calls')], showing)
    expect(responseOf(events.at(-1))).toEqual({
      id: 'resp_1',
      object: 'response',
      created_at: 100,
      completed_at: 107,
      status: 'completed',
      error: null,
      incomplete_details: null,
      model: 'svc-3.7-flash',
      output: [
        {
          type: 'reasoning',
          id: expect.stringMatching(/^rs_\w+$/),
          status: 'completed',
          summary: [],
          content: [{ type: 'reasoning_text', text: 'let me see' }],
          encrypted_content: null,
        },
        {
          type: 'message',
          id: expect.stringMatching(/^msg_\w+$/),
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: 'Hello', annotations: [] }],
        },
        {
          type: 'function_call',
          id: expect.stringMatching(/^fc_\w+$/),
          call_id: 'call_a',
          name: 'look',
          arguments: '{"a":1}',
          status: 'completed',
        },
      ],
      usage: {
        input_tokens: 7,
        input_tokens_details: { cached_tokens: 2 },
        output_tokens: 9,
        output_tokens_details: { reasoning_tokens: 4, tool_output_tokens: 0 },
        total_tokens: 16,
      },
      ...echo,
    })
  })

  it('keeps reasoning to itself when nobody asked for it, and counts it', async () => {
    const events = await sent([...answer, ended()])
    expect(JSON.stringify(events)).not.toContain('let ')
    expect(events.filter(({ output_index }) => output_index === 0)).toHaveLength(7)
    expect(responseOf(events.at(-1)).usage?.output_tokens_details.reasoning_tokens).toBe(4)
  })

  it('names parts of reasoning as the caller knows them', async () => {
    const style = { ...showing, reasoningPart: 'response.content_part' as const }
    const types = typesOf(await sent([...answer, ended()], style))
    expect(types.filter(type => type.includes('_part.'))).toEqual(
      Array.from({ length: 2 }, () => ['content_part.added', 'content_part.done']).flat(),
    )
  })

  it('gives calls an id with the prefix, whatever the engine calls them', async () => {
    const call: GenerationEvent = { type: 'part-start', part: 0, kind: 'tool-call', id: 'x9', name: 'look' }
    const { output } = await whole([started, call, { type: 'part-end', part: 0 }, ended('tool-calls')])
    expect(output).toMatchObject([{ call_id: 'call_x9', arguments: '' }])
  })
})

describe('an answer that was cut', () => {
  it.each([
    ['text', ['output_text.done', 'content_part.done', 'output_item.done', 'incomplete']],
    ['reasoning', ['reasoning_text.done', 'reasoning_part.done', 'output_item.done', 'incomplete']],
    ['tool-call', ['function_call_arguments.done', 'output_item.done', 'incomplete']],
  ] as const)('closes the %s that it cut', async (kind, closing) => {
    const events = await sent([started, ...part(0, 'text', 'a'), ...part(1, kind, 'b'), ended('length')], showing)
    expect(typesOf(events).slice(-closing.length)).toEqual(closing)
    const { status, incomplete_details, completed_at, output } = responseOf(events.at(-1))
    expect({ status, incomplete_details, completed_at }).toEqual({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      completed_at: null,
    })
    expect(output.map(item => item.status)).toEqual(['completed', 'incomplete'])
    expect(events.at(-2)?.item).toEqual(output[1])
  })

  it('may hold only reasoning, or nothing when that is not shown', async () => {
    const events = [started, ...part(0, 'reasoning', 'hm'), ended('length')]
    expect((await whole(events, showing)).output).toMatchObject([{ type: 'reasoning', status: 'incomplete' }])
    expect(await whole(events)).toMatchObject({ status: 'incomplete', output: [], usage: { output_tokens: 9 } })
  })

  it('says when a filter cut it', async () => {
    const events = await sent([started, ...part(0, 'text', 'a'), ended('filtered')])
    expect(events.at(-1)).toMatchObject({
      type: 'response.incomplete',
      response: { status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
    })
  })
})

describe('a failure', () => {
  it('closes what was open and shows the error in the response', async () => {
    const events = await sent([started, ...part(0, 'text', 'whole'), ...begun(1, 'text', 'ha', 'lf'), failed])
    expect(typesOf(events).slice(-4)).toEqual(['output_text.done', 'content_part.done', 'output_item.done', 'failed'])
    expect(responseOf(events.at(-1))).toMatchObject({
      status: 'failed',
      error: { type: 'server_error', code: 'server_error', message: 'It broke.' },
      completed_at: null,
      incomplete_details: null,
      output: [
        { status: 'completed', content: [{ text: 'whole' }] },
        { status: 'incomplete', content: [{ text: 'half' }] },
      ],
      usage: { input_tokens: 7, output_tokens: 6, total_tokens: 13 },
    })
  })

  it('leaves what was finished before it finished', async () => {
    const { output } = await whole([started, ...part(0, 'text', 'whole'), failed])
    expect(output).toMatchObject([{ status: 'completed' }])
  })

  it('is told to whoever keeps the log', async () => {
    const failures: unknown[] = []
    await lastResponse(writing([started, failed], plain, failures))
    expect(failures).toEqual([expect.objectContaining({ message: 'It broke.' })])
  })
})

describe('what breaks beside the generation', () => {
  it('is an error event with the next number, and its text stays inside', async () => {
    const events = await sent([started, ...begun(0, 'text', 'a')])
    const message = 'Something went wrong on our side. The request id finds it in the log.'
    const shown = { code: 'internal_error', message, param: null }
    expect(events.at(-1)).toEqual({
      type: 'error',
      sequence_number: 5,
      ...shown,
      error: { type: 'internal_error', ...shown },
    })
  })

  it('is thrown to whoever waits for the whole', async () => {
    await expect(whole([started])).rejects.toThrow('stopped before its end')
  })
})
