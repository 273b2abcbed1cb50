import { describe, expect, it } from 'vitest'
import type { GenerationRequest } from '../../../core/generation.ts'
import { type ChatDialect, chatBody } from './chat-body.ts'
import type { ChatField } from './chat-fields.ts'

const plain: GenerationRequest = {
  model: 'svc',
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
  tools: [],
  toolChoice: 'auto',
  stop: [],
  format: { type: 'text' },
}
const tool = { name: 'f', description: 'does f', parameters: { type: 'object' } }

function write(request: Partial<GenerationRequest>, dialect: Partial<ChatDialect> = {}) {
  const defaults = { model: 'theirs', refused: new Set<ChatField>(), limitField: 'max_tokens', whole: false } as const
  const { json, ignored } = chatBody({ ...plain, ...request }, { ...defaults, ...dialect })
  return { body: JSON.parse(json), ignored }
}

const messages = (list: GenerationRequest['messages'], dialect?: Partial<ChatDialect>) =>
  write({ messages: list }, dialect).body.messages

describe('the body of a request', () => {
  it('says little when little is asked for', () => {
    expect(write({}).body).toEqual({
      model: 'theirs',
      messages: [{ role: 'user', content: 'Hello' }],
      stream: true,
      stream_options: { include_usage: true, continuous_usage_stats: true },
    })
    expect(write({}, { whole: true }).body).toEqual({
      model: 'theirs',
      messages: [{ role: 'user', content: 'Hello' }],
      stream: false,
    })
  })

  it('carries every parameter', () => {
    const { body, ignored } = write({
      maxTokens: 5,
      temperature: 0.1,
      topP: 0.2,
      topK: 3,
      frequencyPenalty: 0.4,
      presencePenalty: 0.5,
      seed: 6,
      stop: ['END'],
      effort: 'low',
      format: { type: 'json-schema', name: 'n', schema: { type: 'object' }, strict: true },
      tools: [tool, { ...tool, name: 'g', strict: true }],
      toolChoice: { name: 'f' },
      parallelToolCalls: false,
    })
    expect(body).toMatchObject({
      max_tokens: 5,
      temperature: 0.1,
      top_p: 0.2,
      top_k: 3,
      frequency_penalty: 0.4,
      presence_penalty: 0.5,
      seed: 6,
      stop: ['END'],
      reasoning_effort: 'low',
      response_format: { type: 'json_schema', json_schema: { name: 'n', schema: { type: 'object' }, strict: true } },
      tools: [
        { type: 'function', function: tool },
        { type: 'function', function: { ...tool, name: 'g', strict: true } },
      ],
      tool_choice: { type: 'function', function: { name: 'f' } },
      parallel_tool_calls: false,
    })
    expect(ignored).toEqual([])
  })

  it('leaves out what the server refuses, and says so unless we do it ourselves', () => {
    const refused = new Set<ChatField>(['top_k', 'seed', 'stop', 'reasoning_effort', 'stream_options'])
    const { body, ignored } = write({ topK: 3, stop: ['END'], effort: 'low', temperature: 1 }, { refused })
    expect(Object.keys(body)).toEqual(['model', 'messages', 'stream', 'temperature'])
    expect(ignored).toEqual(['topK', 'effort'])
  })

  it('can do without running counts, and name the limit otherwise', () => {
    const refused = new Set<ChatField>(['continuous_usage_stats'])
    const { body } = write({ maxTokens: 5 }, { refused, limitField: 'max_completion_tokens' })
    expect(body.stream_options).toEqual({ include_usage: true })
    expect(body).toMatchObject({ max_completion_tokens: 5 })
    expect(body).not.toHaveProperty('max_tokens')
  })

  it('hides the tools from a server that can not be told to use none', () => {
    const none = { tools: [tool], toolChoice: 'none' } as const
    expect(write(none).body).toMatchObject({ tool_choice: 'none', tools: [{}] })
    const { body, ignored } = write(none, { refused: new Set<ChatField>(['tool_choice']) })
    expect(body).not.toHaveProperty('tools')
    expect(ignored).toEqual([])
  })
})

describe('messages', () => {
  const picture = { type: 'image', detail: 'high', param: '' } as const
  const bytes = { kind: 'base64', mediaType: 'image/png', data: 'AAAA' } as const

  it('carry pictures, video and sound in the usual shapes', () => {
    const sound = { kind: 'base64', mediaType: 'audio/mpeg', data: 'BBBB' } as const
    const [message] = messages([
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'look' },
          { ...picture, source: bytes },
          { ...picture, detail: 'low', source: { kind: 'url', url: 'https://example.com/a.png' } },
          { type: 'video', detail: 'low', param: '', source: { kind: 'base64', mediaType: 'video/mp4', data: 'CCCC' } },
          { type: 'audio', param: '', source: sound },
          { type: 'audio', param: '', source: { ...sound, mediaType: 'audio/x-wav' } },
        ],
      },
    ])
    expect(message.content).toEqual([
      { type: 'text', text: 'look' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA', detail: 'high' } },
      { type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'low' } },
      { type: 'video_url', video_url: { url: 'data:video/mp4;base64,CCCC' } },
      { type: 'input_audio', input_audio: { data: 'BBBB', format: 'mp3' } },
      { type: 'input_audio', input_audio: { data: 'BBBB', format: 'wav' } },
    ])
  })

  it('hand calls and reasoning back', () => {
    const turn = {
      role: 'assistant',
      text: '',
      reasoning: 'hm',
      toolCalls: [{ id: 'a', name: 'f', arguments: '' }],
    } as const
    const tool_calls = [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }]
    expect(messages([turn])).toEqual([{ role: 'assistant', content: null, reasoning_content: 'hm', tool_calls }])
    expect(messages([turn], { refused: new Set<ChatField>(['reasoning_content']) })).toEqual([
      { role: 'assistant', content: null, tool_calls },
    ])
    expect(messages([{ role: 'assistant', text: 'hi', toolCalls: [] }])).toEqual([{ role: 'assistant', content: 'hi' }])
  })

  it('show the pictures of results after the last result', () => {
    const text = (said: string) => ({ type: 'text', text: said }) as const
    expect(
      messages([
        { role: 'tool', callId: 'a', parts: [text('one'), { ...picture, source: bytes }] },
        { role: 'tool', callId: 'b', parts: [text('two'), text('three')], isError: true },
        { role: 'user', parts: [text('and?')] },
      ]),
    ).toEqual([
      { role: 'tool', tool_call_id: 'a', content: 'one\n[1 attached: see the next message]' },
      { role: 'tool', tool_call_id: 'b', content: 'Error: two\nthree' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Attached to the result of the tool call a:' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA', detail: 'high' } },
        ],
      },
      { role: 'user', content: 'and?' },
    ])
  })
})
