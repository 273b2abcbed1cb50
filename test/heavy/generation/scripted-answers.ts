import { replyWith } from '../../../src/engines/openai/mock-upstream.fixture.ts'
import type { NamedReply } from './over-upstream.ts'
import type { SeenAnswer } from './seen.ts'
import { answering, seenUsage, type UpstreamAnswer, usage } from './upstream-answers.ts'

const paris = { id: 'call_1', name: 'get_weather', arguments: '{"city": "Paris \\"FR\\""}' }
const tokyo = { id: 'chatcmpl-tool-2', name: 'get_weather', arguments: '{"city":"東京","days":[1,2]}' }
const clock = { id: 'call_3', name: 'get_time', arguments: '{}' }
const seenParis = { id: '1', name: 'get_weather', arguments: { city: 'Paris "FR"' } }
const seenTokyo = { id: 'chatcmpl-tool-2', name: 'get_weather', arguments: { city: '東京', days: [1, 2] } }
const seenClock = { id: '3', name: 'get_time', arguments: {} }

export const nothing = { text: '', reasoning: '', calls: [], reason: 'stop' as const, usage: seenUsage }

/** What the upstream says, and what is seen of it in every dialect. */
export const answers: Record<string, { says: UpstreamAnswer; seen: Partial<SeenAnswer> }> = {
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

/** Replies of which each dialect shows something else. */
export const special: Record<string, NamedReply> = {
  stopped: { reply: answering(stopped) },
  'runs-on': { reply: answering(runsOn) },
  uncounted: { reply: answering(uncounted) },
  'cut-call': { reply: answering(cutCall) },
  'no-top-p': { reply: refusing('top_p') },
  'no-top-k': { reply: refusing('top_k') },
}
