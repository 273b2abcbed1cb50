import type { LlamaMessage } from './protocol.ts'

/** Tells the model something more, behind what the caller has told it. */
export function withSystemWords(messages: readonly LlamaMessage[], words: string): LlamaMessage[] {
  const [first, ...others] = messages
  return first?.role === 'system'
    ? [{ ...first, content: first.content === '' ? words : `${first.content}\n\n${words}` }, ...others]
    : [{ role: 'system', content: words }, ...messages]
}
