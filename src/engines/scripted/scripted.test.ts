import type { GenerationRequest } from '../../core/generation.ts'
import { textEngineContract } from '../text-engine.contract.ts'
import { createScriptedEngine, type ScriptedEvent } from './scripted.ts'

const usage = { inputTokens: 10, cachedTokens: 0, outputTokens: 2, reasoningTokens: 0 }
const words = ['apple', 'bridge', 'candle', 'desert', 'engine', 'forest']

function say(text: string, reason: 'stop' | 'length' = 'stop'): ScriptedEvent[] {
  return [
    { type: 'part-start', part: 0, kind: 'text' },
    { type: 'part-delta', part: 0, text, tokens: 2 },
    { type: 'part-end', part: 0 },
    { type: 'ended', reason, usage },
  ]
}

const ask = (text: string, more: Partial<GenerationRequest> = {}): GenerationRequest => ({
  model: 'svc',
  messages: [{ role: 'user', parts: [{ type: 'text', text }] }],
  tools: [],
  toolChoice: 'auto',
  stop: [],
  format: { type: 'text' },
  ...more,
})

textEngineContract('the scripted engine', async () => {
  const engine = createScriptedEngine({
    replies: [
      { when: 'long', events: say('Once').slice(0, 2), hang: true },
      { when: 'cut', events: say('One two', 'length') },
      { when: 'json', events: say('{"a":1}') },
      {
        when: 'tool',
        events: [
          { type: 'part-start', part: 0, kind: 'tool-call', id: 'call_1', name: 'f' },
          { type: 'part-delta', part: 0, text: '{}', tokens: 2 },
          { type: 'part-end', part: 0 },
          { type: 'ended', reason: 'tool-calls', usage },
        ],
      },
      ...words.map(word => ({ when: word, events: say(`The ${word}.`) })),
      { events: say('Hello.') },
    ],
  })
  if (!engine.text) throw new Error('the engine writes no text')
  return {
    text: engine.text,
    plain: ask('Hi'),
    long: ask('long'),
    cut: ask('cut', { maxTokens: 2 }),
    tool: ask('tool', { tools: [{ name: 'f', parameters: {} }] }),
    json: ask('json', { format: { type: 'json-object' } }),
    echo: word => ask(word),
    close: () => engine.close(),
  }
})
