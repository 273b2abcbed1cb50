import { describe, expect, it } from 'vitest'
import type { GenerationRequest } from '../../core/generation.ts'
import { writeJob } from './job.ts'

const request: GenerationRequest = {
  model: 'm',
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
  tools: [],
  toolChoice: 'auto',
  stop: [],
  format: { type: 'text' },
}
const tool = (name: string) => ({ name, parameters: { type: 'object', properties: { city: { type: 'string' } } } })
const sampled = (more: Partial<GenerationRequest>, leaning = false) =>
  writeJob({ ...request, ...more }, leaning).sampling

describe('sampling', () => {
  it('takes the likeliest token when the temperature is next to 0', () => {
    expect(sampled({ temperature: 0 })).toEqual({ temperature: 0 })
    expect(sampled({ temperature: 0.02 }, true)).toEqual({ temperature: 0 })
  })

  it('passes on what was asked', () => {
    const asked = { temperature: 0.7, topP: 0.5, topK: 7, frequencyPenalty: 0.1, presencePenalty: -0.2, seed: 5 }
    expect(sampled(asked)).toEqual(asked)
  })

  it('is scaled down for a model that leans to the likeliest', () => {
    expect(sampled({}, true).temperature).toBeCloseTo(0.3)
    expect(sampled({ temperature: 2 }, true).temperature).toBeCloseTo(0.6)
  })

  it('has a seed that llama.cpp can hold', () => {
    expect(sampled({ seed: -1 }).seed).toBe(4_294_967_295)
  })
})

describe('tools', () => {
  const offered = (toolChoice: GenerationRequest['toolChoice']) => {
    const { tools, calls } = writeJob({ ...request, tools: [tool('a'), tool('b')], toolChoice }, false)
    return { calls, names: tools.map(({ function: { name } }) => name) }
  }

  it('are offered as the choice says', () => {
    expect(offered('auto')).toEqual({ calls: 'auto', names: ['a', 'b'] })
    expect(offered('required')).toEqual({ calls: 'required', names: ['a', 'b'] })
    expect(offered({ name: 'b' })).toEqual({ calls: 'required', names: ['b'] })
    expect(offered('none')).toEqual({ calls: 'none', names: [] })
  })

  it('without parameters take an object all the same', () => {
    const { tools } = writeJob({ ...request, tools: [{ name: 'a', parameters: {} }] }, false)
    expect(tools[0]?.function.parameters).toEqual({ type: 'object' })
  })
})

describe('reasoning', () => {
  const budget = (more: Partial<GenerationRequest>) => writeJob({ ...request, ...more }, false).thinkingTokens

  it('grows with the effort, and is off without one', () => {
    expect([budget({}), budget({ effort: 'low' })]).toEqual([0, 0])
    expect(budget({ effort: 'medium' })).toBeGreaterThan(0)
    expect(budget({ effort: 'high' })).toBeGreaterThan(budget({ effort: 'medium' }))
  })

  it('is off where the grammar decides from the first token on', () => {
    expect(budget({ effort: 'high', format: { type: 'json-object' } })).toBe(0)
    expect(budget({ effort: 'high', tools: [tool('a')], toolChoice: 'required' })).toBe(0)
  })
})

it('a conversation keeps its calls and their results', () => {
  const { messages } = writeJob(
    {
      ...request,
      messages: [
        { role: 'system', text: 'Be brief.' },
        { role: 'assistant', text: '', reasoning: 'hm', toolCalls: [{ id: '1', name: 'a', arguments: '{}' }] },
        { role: 'tool', callId: '1', parts: [{ type: 'text', text: '20 degrees' }] },
      ],
    },
    false,
  )
  expect(messages).toEqual([
    { role: 'system', content: 'Be brief.' },
    {
      role: 'assistant',
      content: '',
      reasoning_content: 'hm',
      tool_calls: [{ id: '1', type: 'function', function: { name: 'a', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: '1', content: '20 degrees' },
  ])
})

describe('pictures', () => {
  const picture = (data: string) =>
    ({
      type: 'image',
      source: { kind: 'base64', mediaType: 'image/png', data },
      detail: 'high',
      param: 'messages',
    }) as const

  it('stand where they stood, by a character that nobody wrote', () => {
    const { messages, media } = writeJob(
      {
        ...request,
        messages: [
          { role: 'user', parts: [{ type: 'text', text: 'A \ue000 ' }, picture('AAAA'), { type: 'text', text: ' B' }] },
          { role: 'tool', callId: '1', parts: [picture('BBBB')] },
        ],
      },
      false,
    )
    const mark = media?.mark ?? ''
    expect(mark).toHaveLength(1)
    expect(mark).not.toBe('\ue000')
    expect(messages.map(({ content }) => content)).toEqual([`A \ue000 ${mark} B`, mark])
    expect(media?.urls).toEqual(['data:image/png;base64,AAAA', 'data:image/png;base64,BBBB'])
  })

  it('are not spoken of where there are none', () => {
    expect(writeJob(request, false)).not.toHaveProperty('media')
  })
})

describe('a format', () => {
  const schema = {
    type: 'object',
    title: 'Person',
    properties: { name: { type: 'string' }, title: { type: 'string' } },
    additionalProperties: false,
  }
  const told = (more: Partial<GenerationRequest>) => writeJob({ ...request, ...more }, false).messages
  const asJson = (given: Readonly<Record<string, unknown>>) => ({
    type: 'json-schema' as const,
    name: 'a',
    schema: given,
    strict: true,
  })

  it('of text says nothing', () => {
    expect(told({})).toEqual([{ role: 'user', content: 'Hello' }])
  })

  it('of JSON is told to the model, without what only validators need', () => {
    expect(told({ format: { type: 'json-object' } })[0]).toEqual({ role: 'system', content: 'You reply in JSON.' })
    const shown = '{"type":"object","properties":{"name":{"type":"string"},"title":{"type":"string"}}}'
    expect(told({ format: asJson(schema) })).toEqual([
      { role: 'system', content: `Answer with JSON that matches this JSON schema:\n${shown}` },
      { role: 'user', content: 'Hello' },
    ])
  })

  it('stands behind what the caller has told the model', () => {
    const messages = [{ role: 'system' as const, text: 'Be brief.' }, ...request.messages]
    const [system, ...others] = told({ messages, format: { type: 'json-object' } })
    expect(system).toEqual({ role: 'system', content: 'Be brief.\n\nYou reply in JSON.' })
    expect(others).toHaveLength(1)
  })

  it.each([
    [1500, /^Answer with JSON that matches/],
    [1501, /^Respond only with a JSON object with the keys "a", "b"\.$/],
  ])('of %i characters leaves room for the conversation', (length, expected) => {
    const empty = { type: 'object', properties: { a: { description: '' }, b: {} } }
    const description = 'x'.repeat(length - JSON.stringify(empty).length)
    const long = { type: 'object', properties: { a: { description }, b: {} } }
    expect(told({ format: asJson(long) })[0]?.content).toMatch(expected)
  })

  it('with names that are too many for that is told in short', () => {
    const properties = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`name${index}`, {}]))
    expect(told({ format: asJson({ type: 'object', properties }) })[0]?.content).toBe('You reply in JSON.')
    expect(told({ format: asJson({ enum: ['x'.repeat(2000)] }) })[0]?.content).toBe('You reply in JSON.')
  })
})
