import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generationEvents, streamOf } from '../../../test/support/generation-events.ts'
import { PlatformError } from '../../core/errors.ts'
import type { GenerationEvent } from '../../core/generation.ts'
import { foldGeneration } from '../../core/generation-fold.ts'
import type { StreamEvent } from './schema.ts'
import { writeMessage } from './write.ts'
import { writeMessageStream } from './write-stream.ts'

type Shown = StreamEvent | { type: 'error'; shown: { code: string; message: string } }

const head = { id: 'msg_1', model: 'svc-3.7-flash' }
const usage = { inputTokens: 12, cachedTokens: 5, outputTokens: 7, reasoningTokens: 3 }
const started: GenerationEvent = { type: 'started', model: 'up', inputTokens: 12, cachedTokens: 5, ignored: [] }
const ended: GenerationEvent = { type: 'ended', reason: 'stop', usage }

/** Each frame is taken apart to the letter: two lines and an empty one, the name of the event in both. */
async function write(events: readonly GenerationEvent[]): Promise<Shown[]> {
  const frames: Shown[] = []
  const showError = ({ code, message }: PlatformError) => ({ type: 'error', shown: { code, message } })
  for await (const frame of writeMessageStream(head, streamOf(events), showError)) {
    const [, name, data = ''] = /^event: (\w+)\ndata: (.+)\n\n$/.exec(frame) ?? []
    const event = JSON.parse(data) as Shown
    expect(event.type).toBe(name)
    frames.push(event)
  }
  return frames
}

function part(index: number, kind: 'reasoning' | 'text', ...pieces: string[]): GenerationEvent[] {
  return [{ type: 'part-start', part: index, kind }, ...deltas(index, pieces), { type: 'part-end', part: index }]
}

function call(index: number, ...pieces: string[]): GenerationEvent[] {
  return [
    { type: 'part-start', part: index, kind: 'tool-call', id: `call_${index}`, name: 'weather' },
    ...deltas(index, pieces),
    { type: 'part-end', part: index },
  ]
}

function deltas(part: number, pieces: readonly string[]): GenerationEvent[] {
  return pieces.map(text => ({ type: 'part-delta', part, text, tokens: 1 }))
}

/** What a client adds up, in the way that the official ones do. */
function accumulate(events: readonly Shown[]) {
  const start = events[0]
  if (start?.type !== 'message_start') throw new Error('no start')
  const content: { type: string; text?: string; input?: unknown; json?: string }[] = []
  let message: object = start.message
  for (const event of events) {
    if (event.type === 'content_block_start') content[event.index] = { ...event.content_block }
    if (event.type === 'content_block_delta') {
      const block = content[event.index] ?? { type: 'none' }
      if (event.delta.type === 'text_delta') block.text += event.delta.text
      else block.json = (block.json ?? '') + event.delta.partial_json
    }
    if (event.type === 'message_delta') message = { ...message, ...event.delta, usage: event.usage }
  }
  for (const block of content) {
    if (block.json !== undefined) block.input = JSON.parse(block.json)
    delete block.json
  }
  return { ...message, content }
}

describe('a message stream', () => {
  it('tells text and calls in order, with a ping after the start and no reasoning', async () => {
    const events = [
      started,
      ...part(0, 'reasoning', 'Hm'),
      ...part(1, 'text', 'I ', 'look.'),
      ...part(2, 'reasoning', 'Hm'),
      ...call(3, '{"city":', '"Oslo"}'),
      { type: 'ended', reason: 'tool-calls', usage } as const,
    ]
    const writtenUsage = { output_tokens: 7, cache_creation_input_tokens: 0, cache_read_input_tokens: 5 }
    expect(await write(events)).toStrictEqual([
      {
        type: 'message_start',
        message: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: 'svc-3.7-flash',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { ...writtenUsage, input_tokens: 7, output_tokens: 0 },
        },
      },
      { type: 'ping' },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'I ' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'look.' } },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'content_block_start',
        index: 1,
        content_block: { type: 'tool_use', id: 'call_3', name: 'weather', input: {} },
      },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"city":' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '"Oslo"}' } },
      { type: 'content_block_stop', index: 1 },
      {
        type: 'message_delta',
        delta: { stop_reason: 'tool_use', stop_sequence: null },
        stop_reason: 'tool_use',
        usage: { ...writtenUsage, input_tokens: 7 },
      },
      { type: 'message_stop' },
    ])
  })

  it('adds up to the whole message, whatever the events', async () => {
    await fc.assert(
      fc.asyncProperty(generationEvents({ reasons: ['stop', 'tool-calls'] }), async events => {
        const whole = writeMessage(head, await foldGeneration(streamOf(events)))
        expect(accumulate(await write(events))).toStrictEqual(whole)
      }),
    )
  })

  it('keeps to its order, whatever the events', async () => {
    const anyText = fc.oneof(fc.json(), fc.string({ maxLength: 20 }))
    await fc.assert(
      fc.asyncProperty(generationEvents({ argumentTexts: anyText }), async events => {
        const names = (await write(events)).map(event =>
          'index' in event ? `${event.type} ${event.index}` : event.type,
        )
        const blocks = names.slice(2).filter(name => name.startsWith('content'))
        let index = -1
        for (const name of blocks) {
          if (name.startsWith('content_block_start')) index++
          expect(name.endsWith(` ${index}`)).toBe(true)
        }
        const line = names.map(name => name.split(' ')[0]).join(' ')
        expect(line).toMatch(
          /^message_start ping( content_block_start( content_block_delta)*( content_block_stop|(?= error$)))*( message_delta message_stop| error)$/,
        )
      }),
    )
  })

  it('has no block for a text without words', async () => {
    const names = (await write([started, ...part(0, 'text', '', ''), ...part(1, 'text'), ended])).map(
      ({ type }) => type,
    )
    expect(names).toEqual(['message_start', 'ping', 'message_delta', 'message_stop'])
  })

  it('names the stop sequence that it met', async () => {
    const events = await write([started, { type: 'ended', reason: 'stop', stopSequence: 'END', usage }])
    expect(events.at(-2)).toMatchObject({
      stop_reason: 'end_turn',
      delta: { stop_reason: 'end_turn', stop_sequence: 'END' },
    })
  })

  it('ends with the failure', async () => {
    const error = new PlatformError('upstream_timeout', 'The engine is silent.')
    const open = [started, ...part(0, 'text', 'Hel').slice(0, 2)]
    const events = await write([...open, { type: 'failed', error }])
    expect(events.at(-1)).toEqual({
      type: 'error',
      shown: { code: 'upstream_timeout', message: 'The engine is silent.' },
    })
    expect(events).not.toContainEqual({ type: 'message_stop' })
  })
})

describe('a call whose arguments are no JSON object', () => {
  it.each([
    ['at the end', [{ type: 'ended', reason: 'tool-calls', usage }]],
    ['before something else', [...part(1, 'text', 'So'), ended]],
  ] as [string, GenerationEvent[]][])('fails the stream %s', async (_where, rest) => {
    const events = await write([started, ...call(0, '{"city":'), ...rest])
    expect(events.slice(3)).toEqual([
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"city":' } },
      { type: 'error', shown: { code: 'service_unavailable', message: expect.stringContaining('"weather"') } },
    ])
  })

  it('is closed as it is when the answer was cut there', async () => {
    const events = await write([started, ...call(0, '{"city":'), { type: 'ended', reason: 'length', usage }])
    expect(events.slice(-3)).toMatchObject([
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', stop_reason: 'max_tokens' },
      { type: 'message_stop' },
    ])
  })

  it('does not hide a failure that follows', async () => {
    const error = new PlatformError('upstream_timeout', 'The engine is silent.')
    const events = await write([started, ...call(0, '{"city":'), { type: 'failed', error }])
    expect(events.at(-1)).toMatchObject({ type: 'error', shown: { code: 'upstream_timeout' } })
  })
})
