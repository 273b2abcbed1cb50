import { callBegin, callEnd } from '../grammar/answer-grammar.ts'
import type { LlamaJob, LlamaMessage } from '../protocol.ts'
import { withSystemWords } from '../system-words.ts'

/** Tools, calls and results as text, for models whose template knows none; the grammar sees to the rest. */
export function withToolsInWords({
  messages,
  tools,
}: Pick<LlamaJob, 'messages' | 'tools'>): Pick<LlamaJob, 'messages' | 'tools'> {
  const written = messages.map(writeMessage)
  if (tools.length === 0) return { messages: written, tools }
  const description = [
    'You may call functions. Their signatures, one a line:',
    ...tools.map(({ function: signature }) => JSON.stringify(signature)),
    `To call one, answer with ${callBegin}{"name": <its name>, "arguments": <its arguments>}${callEnd}`,
  ].join('\n')
  return { messages: withSystemWords(written, description), tools: [] }
}

function writeMessage({ role, content, tool_calls: calls = [] }: LlamaMessage): LlamaMessage {
  if (role === 'tool') return { role: 'user', content: `<tool_response>\n${content}\n</tool_response>` }
  const words = calls.map(
    ({ function: { name, arguments: given } }) =>
      `${callBegin}\n{"name": ${JSON.stringify(name)}, "arguments": ${given}}\n${callEnd}`,
  )
  return { role, content: [...(content === '' ? [] : [content]), ...words].join('\n') }
}
