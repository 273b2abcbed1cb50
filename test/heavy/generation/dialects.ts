export const dialects = ['chat', 'messages', 'responses'] as const
export type Dialect = (typeof dialects)[number]

export const pathOf: Record<Dialect, string> = {
  chat: '/v1/chat/completions',
  messages: '/v1/messages',
  responses: '/v1/responses',
}

export interface Question {
  readonly model: string
  readonly text: string
  readonly stream: boolean
  /** Not in every dialect. */
  readonly stop?: string
  readonly topP?: number
  readonly choices?: number
}

/** The same question in each dialect; reasoning is asked for where that must be said. */
export function bodyOf(dialect: Dialect, question: Question): Record<string, unknown> {
  const { model, text, stream, stop, topP, choices } = question
  const common = { model, stream, ...(topP !== undefined && { top_p: topP }) }
  const messages = [{ role: 'user', content: text }]
  switch (dialect) {
    case 'chat':
      return { ...common, messages, ...(stop !== undefined && { stop }), ...(choices !== undefined && { n: choices }) }
    case 'messages':
      return { ...common, messages, max_tokens: 1000, ...(stop !== undefined && { stop_sequences: [stop] }) }
    case 'responses':
      return { ...common, input: text, reasoning: {} }
  }
}

/** What the end of a stream that came to its end looks like. */
export const lastWords: Record<Dialect, string> = {
  chat: 'data: [DONE]\n\n',
  messages: '{"type":"message_stop"}\n\n',
  responses: 'event: response.completed\n',
}
