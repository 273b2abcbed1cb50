import { textEngineContract } from '../text-engine.contract.ts'
import { ask, engineFor } from './engine.fixture.ts'
import {
  chat,
  delta,
  type MockReply,
  type MockRequest,
  mockUpstream,
  replyWith,
  sse,
  usageChunk,
} from './mock-upstream.fixture.ts'

const tool = { name: 'get_weather', parameters: { type: 'object' } }

/** A small model: what it is told decides what it does, and a word is a token. */
function chunksFor({ body, last: text }: MockRequest): Record<string, unknown>[] {
  const spoken = (words: readonly string[], finish: string) => [
    delta({ role: 'assistant', content: '' }),
    ...words.map(word => delta({ content: `${word} ` })),
    delta({}, finish),
  ]
  if (body.tools) {
    const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '' } }
    const rest = { index: 0, function: { arguments: '{"city":"Paris"}' } }
    return [delta({ tool_calls: [call] }), delta({ tool_calls: [rest] }), delta({}, 'tool_calls')]
  }
  if (body.response_format) return spoken(['{"a":', '1}'], 'stop')
  if (body.reasoning_effort) return [delta({ reasoning: 'Hm' }), delta({ reasoning: 'm' }), ...spoken(['Yes.'], 'stop')]
  const words = `You said ${text} and I heard it.`.split(' ')
  const limit = body.max_tokens ?? body.max_completion_tokens ?? Number.POSITIVE_INFINITY
  return words.length > limit ? spoken(words.slice(0, limit), 'length') : spoken(words, 'stop')
}

const usageFor = (request: MockRequest, chunks: readonly unknown[]) =>
  usageChunk(JSON.stringify(request.body.messages).length, Math.max(1, chunks.length - 2))

const stream: MockReply = async (request, response) => {
  const chunks = chunksFor(request)
  if (!request.body.stream) {
    const said = chunks
      .map(chunk => (chunk.choices as [{ delta: { content?: string } }])[0].delta.content ?? '')
      .join('')
    const choice = { index: 0, message: { role: 'assistant', content: said }, finish_reason: 'stop' }
    replyWith(200, { choices: [choice], usage: usageFor(request, chunks).usage })(request, response)
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const chunk of chunks) {
    response.write(sse(chunk))
    await new Promise(setImmediate)
  }
  if (request.last === 'for ever') return
  response.end(sse(usageFor(request, chunks), '[DONE]'))
}

const subject = async (replies: Record<string, MockReply>) => {
  const mock = await mockUpstream(replies)
  const { text, close } = engineFor([mock.url])
  return {
    text,
    plain: ask('Hi'),
    long: ask('for ever'),
    cut: ask('one two three four five six', { maxTokens: 4 }),
    tool: ask('Hi', { tools: [tool] }),
    json: ask('Hi', { format: { type: 'json-object' } }),
    reasoning: ask('Hi', { effort: 'low' }),
    echo: (word: string) => ask(word),
    async close() {
      await close()
      await mock.close()
    },
  }
}

textEngineContract('an engine behind a server that only generates', () => subject({ [chat]: stream }))

textEngineContract('an engine behind a server that tokenises, too', () =>
  subject({
    [chat]: stream,
    'POST /tokenize': (request, response) =>
      replyWith(200, { count: JSON.stringify(request.body.messages).length })(request, response),
  }),
)
