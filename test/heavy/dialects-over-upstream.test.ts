import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replyWith } from '../../src/engines/openai/mock-upstream.fixture.ts'
import { type Dialect, dialects } from './generation/dialects.ts'
import { type NamedReply, type OverUpstream, startOverUpstream } from './generation/over-upstream.ts'
import type { SeenAnswer } from './generation/seen.ts'
import { answering, chunkFrame, seenUsage, type UpstreamAnswer, usage } from './generation/upstream-answers.ts'

const paris = { id: 'call_1', name: 'get_weather', arguments: '{"city": "Paris \\"FR\\""}' }
const tokyo = { id: 'chatcmpl-tool-2', name: 'get_weather', arguments: '{"city":"東京","days":[1,2]}' }
const clock = { id: 'call_3', name: 'get_time', arguments: '{}' }
const seenParis = { id: '1', name: 'get_weather', arguments: { city: 'Paris "FR"' } }
const seenTokyo = { id: 'chatcmpl-tool-2', name: 'get_weather', arguments: { city: '東京', days: [1, 2] } }
const seenClock = { id: '3', name: 'get_time', arguments: {} }

const nothing = { text: '', reasoning: '', calls: [], reason: 'stop' as const, usage: seenUsage }

/** What the upstream says, and what is seen of it in every dialect. */
const answers: Record<string, { says: UpstreamAnswer; seen: Partial<SeenAnswer> }> = {
  text: {
    says: { parts: [{ text: 'Ça va — 你好 👋\n"well"?' }], finish: 'stop', usage },
    seen: { text: 'Ça va — 你好 👋\n"well"?' },
  },
  reasoning: {
    says: { parts: [{ reasoning: 'The user greets me.' }, { text: 'Hello!' }], finish: 'stop', usage },
    seen: { reasoning: 'The user greets me.', text: 'Hello!' },
  },
  'think-tag': {
    says: { parts: [{ text: '<think>\nA greeting.</think>\n\nHello!' }], finish: 'stop', usage },
    seen: { reasoning: 'A greeting.', text: 'Hello!' },
  },
  'one-tool': {
    says: { parts: [paris], finish: 'tool_calls', usage },
    seen: { calls: [seenParis], reason: 'tool-calls' },
  },
  'several-tools': {
    says: {
      parts: [{ reasoning: 'Two cities.' }, { text: 'Let me look.' }, paris, tokyo, clock],
      finish: 'tool_calls',
      usage,
    },
    seen: {
      reasoning: 'Two cities.',
      text: 'Let me look.',
      calls: [seenParis, seenTokyo, seenClock],
      reason: 'tool-calls',
    },
  },
  'tools-and-stop': {
    says: { parts: [clock], finish: 'stop', usage },
    seen: { calls: [seenClock], reason: 'tool-calls' },
  },
  length: {
    says: { parts: [{ text: 'And so' }], finish: 'length', usage },
    seen: { text: 'And so', reason: 'length' },
  },
  'length-in-reasoning': {
    says: { parts: [{ reasoning: 'Let me' }], finish: 'length', usage },
    seen: { reasoning: 'Let me', reason: 'length' },
  },
  filtered: {
    says: { parts: [{ text: 'I' }], finish: 'content_filter', usage },
    seen: { text: 'I', reason: 'filtered' },
  },
  'says-nothing': { says: { parts: [], finish: 'stop', usage }, seen: {} },
}

function slowly(...pieces: string[]): NamedReply['reply'] {
  return async (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const piece of pieces) await new Promise(resolve => response.write(piece, resolve))
  }
}
const hello = chunkFrame({ role: 'assistant', content: 'Hel' })

/** Replies that are no answer from the beginning: all that a caller sees is a status and an error. */
const refusals: Record<string, NamedReply & { sees: [number, string, string | RegExp] }> = {
  'status-401': {
    reply: replyWith(401, { error: { message: 'Bad key sk-abcdefgh1234.', code: 'invalid_api_key' } }),
    sees: [503, 'service_unavailable', /credentials/],
  },
  'status-403': { reply: replyWith(403, { detail: 'no' }), sees: [503, 'service_unavailable', /credentials/] },
  'status-404': {
    reply: replyWith(404, { detail: 'no' }),
    sees: [503, 'service_unavailable', /does not know the model/],
  },
  'status-400': {
    reply: replyWith(400, { error: { message: 'The prompt is 9000 tokens long.', param: 'messages' } }),
    sees: [400, 'request_params_invalid', 'The prompt is 9000 tokens long.'],
  },
  'status-422': {
    reply: replyWith(422, { detail: [{ loc: ['body', 'messages'], msg: 'too many' }] }),
    sees: [400, 'request_params_invalid', 'messages too many'],
  },
  'status-429': {
    reply: replyWith(429, { error: { message: 'slow down' } }, { 'retry-after': '7' }),
    sees: [429, 'rate_limited', /takes no more requests/],
  },
  'status-500': {
    reply: replyWith(500, 'Traceback: /srv/app.py'),
    sees: [503, 'service_unavailable', /failed with status 500/],
  },
  'status-502': {
    reply: replyWith(502, '<html>Bad gateway'),
    sees: [503, 'service_unavailable', /failed with status 502/],
  },
  'status-504': { reply: replyWith(504, ''), sees: [504, 'upstream_timeout', /did not answer in time/] },
  silent: { reply: () => undefined, timeoutSeconds: 2, sees: [504, 'upstream_timeout', /seconds\.$/] },
  page: { reply: replyWith(200, '<html>Welcome'), sees: [503, 'service_unavailable', /no answer/] },
  empty: { reply: replyWith(200, ''), sees: [503, 'service_unavailable', /no answer/] },
  'no-choices': {
    reply: replyWith(200, { object: 'list', data: [] }),
    sees: [503, 'service_unavailable', /no answer/],
  },
  'other-events': { reply: replyWith(200, 'data: {"half\n\n'), sees: [503, 'service_unavailable', /no answer/] },
  'hangs-up': {
    reply: (_, response) => void response.destroy(),
    sees: [503, 'service_unavailable', /can't be reached/],
  },
  'error-at-once': {
    reply: replyWith(200, 'data: {"error":{"message":"Out of memory at 0xff","code":500}}\n\n'),
    sees: [503, 'service_unavailable', /failed with status 500/],
  },
}

/** Replies that begin well: a stream shows what was said and then an error, and who waits for the whole sees only that. */
const breaks: Record<string, NamedReply & { sees: [string, RegExp] }> = {
  'cut-off': {
    reply: async (request, response) => {
      await slowly(hello)(request, response)
      response.destroy()
    },
    sees: ['service_unavailable', /closed the connection in the middle/],
  },
  'ends-early': {
    reply: replyWith(200, hello),
    sees: ['service_unavailable', /closed the connection in the middle/],
  },
  garbage: {
    reply: replyWith(200, `${hello}data: {"choices":[{"del\n\ndata: [DONE]\n\n`),
    sees: ['service_unavailable', /no answer/],
  },
  'error-inside': {
    reply: replyWith(200, `${hello}data: {"error":{"message":"CUDA error","code":500}}\n\ndata: [DONE]\n\n`),
    sees: ['service_unavailable', /failed with status 500/],
  },
  'gives-up': {
    reply: replyWith(200, `${hello}${chunkFrame({}, 'abort')}data: [DONE]\n\n`),
    sees: ['service_unavailable', /gave up/],
  },
  'falls-silent': { reply: slowly(hello), sees: ['upstream_timeout', /silent for 1 seconds/] },
}

const stopped: UpstreamAnswer = { parts: [{ text: 'one ' }], finish: 'stop', matchedStop: 'END', usage }
const runsOn: UpstreamAnswer = { parts: [{ text: 'one END two' }], finish: 'stop', usage }
const uncounted: UpstreamAnswer = { parts: [{ text: 'Hello to you all.' }], finish: 'stop' }
const cutCall: UpstreamAnswer = {
  parts: [{ text: 'Well. ' }, { ...paris, arguments: '{"city": "Par' }],
  finish: 'length',
  usage,
}
const refusing =
  (field: string): NamedReply['reply'] =>
  (request, response) =>
    field in request.body
      ? replyWith(400, { error: { message: `Unrecognized request argument supplied: ${field}` } })(request, response)
      : answering(stopped)(request, response)

let over: OverUpstream
beforeAll(async () => {
  over = await startOverUpstream({
    ...Object.fromEntries(Object.entries(answers).map(([name, { says }]) => [name, { reply: answering(says) }])),
    ...refusals,
    ...breaks,
    stopped: { reply: answering(stopped) },
    'runs-on': { reply: answering(runsOn) },
    uncounted: { reply: answering(uncounted) },
    'cut-call': { reply: answering(cutCall) },
    'no-top-p': { reply: refusing('top_p') },
    'no-top-k': { reply: refusing('top_k') },
  })
})
afterAll(() => over[Symbol.asyncDispose]())

const modes = [
  ['stream', true],
  ['whole', false],
] as const
const ways = dialects.flatMap(dialect => modes.map(([mode, stream]) => ({ dialect, mode, stream })))

/** What a dialect shows of an answer. */
function shown(answer: SeenAnswer, dialect: Dialect): SeenAnswer {
  if (dialect !== 'messages') return answer
  return { ...answer, reasoning: undefined, usage: { ...answer.usage, reasoning: undefined } }
}

describe.each(ways)('$dialect, $mode', ({ dialect, stream }) => {
  const ask = (name: string, more = {}) => over.ask(name, dialect, { text: 'Hello.', stream, ...more })

  it.each(Object.keys(answers))('shows what the upstream says: %s', async name => {
    expect(await ask(name)).toEqual({
      answer: shown({ ...nothing, ...answers[name]?.seen }, dialect),
      headers: expect.anything(),
    })
  })

  it.each(Object.keys(refusals))('shows what the upstream refuses: %s', async name => {
    const [status, code, message] = refusals[name]?.sees ?? []
    const { headers, ...seen } = await ask(name)
    expect(seen).toEqual({
      error: {
        status,
        code,
        message: typeof message === 'string' ? message : expect.stringMatching(message ?? ''),
        text: '',
      },
    })
    expect(headers.get('retry-after')).toBe(name === 'status-429' ? '7' : null)
    expect(JSON.stringify(seen)).not.toMatch(/sk-abc|Traceback|0xff|127\.0\.0\.1/)
  })

  it.each(Object.keys(breaks))('shows what the upstream breaks off: %s', async name => {
    const [code = '', message = ''] = breaks[name]?.sees ?? []
    const { headers: _, ...seen } = await ask(name)
    const status = { service_unavailable: 503, upstream_timeout: 504 }[code]
    const begun = stream || dialect === 'responses'
    expect(seen).toEqual({
      error: {
        status: begun ? 200 : status,
        code: dialect === 'responses' ? 'server_error' : code,
        message: expect.stringMatching(message),
        text: begun ? 'Hel' : '',
      },
    })
  })

  it('counts what the upstream does not', async () => {
    const { answer } = (await ask('uncounted')) as { answer: SeenAnswer }
    expect(answer.usage).toEqual(
      shown({ ...nothing, usage: { input: 9, cached: 0, output: 5, reasoning: 0 } }, dialect).usage,
    )
  })

  it('shows of a call that was cut what can be shown', async () => {
    const seen = (await ask('cut-call')) as { answer: SeenAnswer }
    const call = { id: '1', name: 'get_weather', arguments: '{"city": "Par' }
    const calls = dialect === 'messages' && !stream ? [] : [call]
    expect(seen.answer).toEqual(shown({ ...nothing, text: 'Well. ', calls, reason: 'length' }, dialect))
  })

  it('leaves out a parameter that the upstream refuses, and says so', async () => {
    for (let time = 0; time < 2; time++) {
      const { headers, ...seen } = await ask('no-top-p', { topP: 0.5 })
      expect(seen).toMatchObject({ answer: { text: 'one ' } })
      expect(headers.get('x-medley-ignored')).toBe('top_p')
    }
  })
})

describe.each(ways.filter(({ dialect }) => dialect !== 'responses'))('$dialect, $mode, with stop sequences', way => {
  const { dialect, stream } = way
  const sequence = dialect === 'messages' ? { stopSequence: 'END' } : {}

  it.each(['stopped', 'runs-on'])('ends before one, whoever sees it: %s', async name => {
    const { headers: _, ...seen } = await over.ask(name, dialect, { text: 'Hello.', stream, stop: 'END' })
    expect(seen).toMatchObject({ answer: { text: 'one ', reason: 'stop', ...sequence } })
  })
})

it.each(modes)('messages, %s: names top_k where the upstream refuses it', async (_, stream) => {
  const { status, headers } = await over.server
    .fetch('/v1/messages', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'no-top-k.messages',
        max_tokens: 10,
        messages: [{ role: 'user', content: 'Hello.' }],
        top_k: 5,
        stream,
      }),
    })
    .then(async response => {
      await response.text()
      return response
    })
  expect([status, headers.get('x-medley-ignored')]).toEqual([200, 'top_k'])
})
