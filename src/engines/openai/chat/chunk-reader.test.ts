import { describe, expect, it } from 'vitest'
import { readChunks, readDeltas } from './read-chunks.fixture.ts'

describe('text and reasoning', () => {
  it.each([['reasoning'], ['reasoning_content'], ['reasoning_text']])('reads %s', field => {
    const { parts } = readDeltas([{ [field]: 'hm' }, { [field]: 'm' }, { content: 'a' }, { content: 'b' }])
    expect(parts).toEqual(['reasoning: hmm', 'text: ab'])
  })

  it('reads reasoning once where it is sent under two names', () => {
    expect(readDeltas([{ reasoning: 'hm', reasoning_content: 'hm' }, { content: 'a' }]).parts).toEqual([
      'reasoning: hm',
      'text: a',
    ])
  })

  it('reads both from one delta, and content in parts', () => {
    expect(readDeltas([{ reasoning: 'hm', content: 'a' }]).parts).toEqual(['reasoning: hm', 'text: a'])
    const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }
    expect(readDeltas([{ content: [thinking] }, { content: [{ type: 'text', text: 'a' }] }]).parts).toEqual([
      'reasoning: hm',
      'text: a',
    ])
  })

  it('keeps the order in which they came', () => {
    expect(readDeltas([{ content: 'a' }, { reasoning: 'hm' }, { content: 'b' }]).parts).toEqual([
      'text: a',
      'reasoning: hm',
      'text: b',
    ])
  })

  it('shows a refusal as text, and choices beside the first not at all', () => {
    expect(readDeltas([{ refusal: 'I can not.' }]).parts).toEqual(['text: I can not.'])
    const second = { choices: [{ index: 1, delta: { content: 'x' }, finish_reason: null }] }
    expect(readChunks([second]).parts).toEqual([])
  })
})

describe('a think block in the text', () => {
  const read = (...pieces: string[]) => readDeltas(pieces.map(content => ({ content }))).parts

  it.each([
    ['in one piece', ['<think>\nhm</think>\n\nyes']],
    ['in many', [...'<think>\nhm</think>\n\nyes']],
    ['after spaces', [' \n', '<think>', 'hm', '</think>', '\n', 'yes']],
  ])('is reasoning: %s', (_, pieces) => {
    expect(read(...pieces)).toEqual(['reasoning: hm', 'text: yes'])
  })

  it('may look like it ends, be empty, or never end', () => {
    expect(read('<think>a </thin', 'k b</think>c')).toEqual(['reasoning: a </think b', 'text: c'])
    expect(read('<think></think>', 'c')).toEqual(['text: c'])
    expect(read('<think>a </th')).toEqual(['reasoning: a </th'])
  })

  it('is text anywhere else', () => {
    expect(read('a <think>b</think>')).toEqual(['text: a <think>b</think>'])
    expect(read('<thin', 'g>')).toEqual(['text: <thing>'])
    expect(read(' ', ' a')).toEqual(['text:   a'])
    expect(readDeltas([{ reasoning: 'hm' }, { content: '<think>b</think>' }]).parts).toEqual([
      'reasoning: hm',
      'text: <think>b</think>',
    ])
  })
})

describe('the end', () => {
  it.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['content_filter', 'filtered'],
    ['tool_calls', 'stop'],
    ['eos', 'stop'],
    [null, 'stop'],
  ])('%s', (finish, reason) => {
    expect(readDeltas([{ content: 'a' }], finish).conclusion).toMatchObject({ reason, isReasonGiven: finish !== null })
  })

  it.each([['abort'], ['error'], ['insufficient_system_resource']])('%s is none', finish => {
    expect(readDeltas([{ content: 'a' }], finish).conclusion).toBeUndefined()
  })

  it.each([['stop_reason'], ['matched_stop']])('names the stop sequence from %s, not a token', field => {
    const end = (value: unknown) =>
      readChunks([{ choices: [{ index: 0, delta: { content: 'a' }, finish_reason: 'stop', [field]: value }] }])
    expect(end('END').conclusion?.stopSequence).toBe('END')
    expect(end(151645).conclusion?.stopSequence).toBeUndefined()
  })
})

describe('usage', () => {
  const text = (content: string, usage?: unknown) => ({ choices: [{ index: 0, delta: { content } }], usage })
  const counts = { prompt_tokens: 10, completion_tokens: 7 }

  it.each([
    [
      'of OpenAI',
      { ...counts, prompt_tokens_details: { cached_tokens: 4 }, completion_tokens_details: { reasoning_tokens: 2 } },
      4,
      2,
    ],
    ['of DeepSeek', { ...counts, prompt_cache_hit_tokens: 4 }, 4, 0],
    ['with cached_tokens', { ...counts, cached_tokens: 4 }, 4, 0],
    ['of SGLang', { ...counts, prompt_tokens_details: null, reasoning_tokens: 2 }, 0, 2],
    ['of the Messages kind', { input_tokens: 10, output_tokens: 7 }, 0, 0],
  ])('%s', (_, usage, cachedTokens, reasoningTokens) => {
    const { conclusion } = readChunks([text('a'), { choices: [], usage }])
    expect(conclusion?.usage).toEqual({ inputTokens: 10, outputTokens: 7, cachedTokens, reasoningTokens })
  })

  it.each([
    [undefined],
    [null],
    [{}],
    [{ prompt_tokens: 0, completion_tokens: 0 }],
    ['many'],
    [{ completion_tokens: 3 }],
  ])('is absent: %j', usage => {
    expect(readChunks([text('a'), { choices: [], usage }]).conclusion?.usage).toBeUndefined()
  })

  it('counts a token for each chunk, or what the running count says', () => {
    const tokens = (chunks: readonly unknown[]) =>
      readChunks(chunks).events.flatMap(event => (event.type === 'part-delta' ? [event.tokens] : []))
    expect(tokens([text('a'), text('b'), text('c')])).toEqual([1, 1, 1])
    const running = (completion: number) => ({ prompt_tokens: 10, completion_tokens: completion })
    expect(tokens([text('a', running(1)), text('b', running(4)), text('c', running(5))])).toEqual([1, 3, 1])
  })

  it('estimates reasoning by its share of the chunks, or of the text where all came in one', () => {
    const reasoning = (content: string) => ({ choices: [{ index: 0, delta: { reasoning: content } }] })
    const end = { choices: [], usage: { prompt_tokens: 10, completion_tokens: 8 } }
    expect(readChunks([reasoning('a'), text('b'), text('c'), text('d'), end]).conclusion?.usage?.reasoningTokens).toBe(
      2,
    )
    const message = { reasoning_content: 'aaa', content: 'b' }
    const whole = { choices: [{ index: 0, message, finish_reason: 'stop' }], usage: end.usage }
    expect(readChunks([whole]).conclusion?.usage?.reasoningTokens).toBe(6)
  })
})
