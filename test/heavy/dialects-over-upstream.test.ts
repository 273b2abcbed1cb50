import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Dialect, dialects } from './generation/dialects.ts'
import { type OverUpstream, startOverUpstream } from './generation/over-upstream.ts'
import { answers, nothing, special } from './generation/scripted-answers.ts'
import { breaks, refusals } from './generation/scripted-failures.ts'
import type { SeenAnswer } from './generation/seen.ts'
import { answering } from './generation/upstream-answers.ts'

let over: OverUpstream
beforeAll(async () => {
  over = await startOverUpstream({
    ...Object.fromEntries(Object.entries(answers).map(([name, { says }]) => [name, { reply: answering(says) }])),
    ...refusals,
    ...breaks,
    ...special,
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
    const [code = '', whenStreamed = '', whenWhole = ''] = breaks[name]?.sees ?? []
    const { headers: _, ...seen } = await ask(name)
    const status = { service_unavailable: 503, upstream_timeout: 504 }[code]
    expect(seen).toEqual({
      error: stream
        ? {
            status: 200,
            code: dialect === 'responses' ? 'server_error' : code,
            message: expect.stringMatching(whenStreamed),
            text: 'Hel',
          }
        : { status, code, message: expect.stringMatching(whenWhole), text: '' },
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
