import { createScriptedEngine, type ScriptedEvent, type ScriptedReply } from '../../src/engines/scripted/scripted.ts'

const usage = { inputTokens: 20, cachedTokens: 0, outputTokens: 9, reasoningTokens: 2 }

/** What a model would say about the weather: enough of a conversation for a client library to be led through. */
export const weather = {
  question: 'How is the weather in Oslo?',
  preface: 'Let me look.',
  call: { id: 'call_oslo', name: 'weather', input: { city: 'Oslo' } },
  result: '12 degrees',
  answer: 'It is 12 degrees in Oslo.',
}

export const weatherReplies: readonly ScriptedReply[] = [
  {
    when: weather.question,
    events: [
      ...spoken(0, 'reasoning', ['The user wants ', 'the weather.']),
      ...spoken(1, 'text', ['Let me ', 'look.']),
      ...called(2, weather.call, ['{"ci', 'ty":"Os', 'lo"}']),
      { type: 'ended', reason: 'tool-calls', usage },
    ],
  },
  { when: weather.result, events: said('It is 12 degrees', ' in Oslo.') },
  { when: 'too long', events: [...spoken(0, 'text', ['And so']), { type: 'ended', reason: 'length', usage }] },
  { when: 'nothing', events: [{ type: 'ended', reason: 'stop', usage }] },
  { when: 'wait', events: spoken(0, 'text', ['One', ' moment']).slice(0, -1), hang: true },
  {
    when: 'break',
    events: [
      ...spoken(0, 'text', ['Hel']),
      { type: 'failed', code: 'service_unavailable', message: 'The engine went away.' },
    ],
  },
  { when: 'refuse', refuse: { code: 'rate_limited', message: 'Too many at once.' } },
  { when: 'as JSON', events: said('{"city":', '"Oslo"}') },
  { events: said('Hello', ' there.') },
]

/** An engine that knows the weather. What it was asked is in its `requests`. */
export function createWeatherEngine(more: readonly ScriptedReply[] = []) {
  return createScriptedEngine({ replies: [...more, ...weatherReplies], inputTokens: 20 })
}

export function said(...pieces: string[]): ScriptedEvent[] {
  return [...spoken(0, 'text', pieces), { type: 'ended', reason: 'stop', usage }]
}

/** One call and nothing else. */
export function callOf(name: string, input: unknown): ScriptedEvent[] {
  const pieces = JSON.stringify(input).split(/(?<=:)/)
  return [...called(0, { id: 'call_1', name }, pieces), { type: 'ended', reason: 'tool-calls', usage }]
}

function spoken(part: number, kind: 'reasoning' | 'text', pieces: readonly string[]): ScriptedEvent[] {
  return [{ type: 'part-start', part, kind }, ...deltas(part, pieces), { type: 'part-end', part }]
}

function called(part: number, { id, name }: { id: string; name: string }, pieces: readonly string[]): ScriptedEvent[] {
  const start: ScriptedEvent = { type: 'part-start', part, kind: 'tool-call', id, name }
  return [start, ...deltas(part, pieces), { type: 'part-end', part }]
}

function deltas(part: number, pieces: readonly string[]): ScriptedEvent[] {
  return pieces.map(text => ({ type: 'part-delta', part, text, tokens: 1 }))
}
