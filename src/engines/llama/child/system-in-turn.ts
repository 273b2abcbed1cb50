import type { LlamaMessage } from '../protocol.ts'

/** For models whose template knows no system message, or refuses one: it stands at the beginning of what the user says next. */
export function withSystemInTurn(messages: readonly LlamaMessage[]): LlamaMessage[] {
  const written: LlamaMessage[] = []
  let words: string[] = []
  for (const message of messages) {
    if (message.role === 'system') words.push(message.content)
    else if (message.role === 'user' && words.length > 0) {
      written.push({ ...message, content: [...words, message.content].join('\n\n') })
      words = []
    } else written.push(message)
  }
  return words.length > 0 ? [...written, { role: 'user', content: words.join('\n\n') }] : written
}
