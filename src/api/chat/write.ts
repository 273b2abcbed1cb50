import type { Usage as CoreUsage, EndReason } from '../../core/generation.ts'
import type { Answer } from '../../core/generation-fold.ts'
import { textOf } from '../../core/generation-fold.ts'
import type { ChatStyle } from './read.ts'
import type { ChatCompletion, FinishReason, Usage } from './schema-completion.ts'

/** What all chunks of one reply, or the whole of it, have in common. */
export interface ChatHead {
  readonly id: string
  readonly created: number
  readonly model: string
}

export function writeChatCompletion(
  { id, created, model }: ChatHead,
  answers: readonly Answer[],
  style: ChatStyle,
): ChatCompletion {
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    choices: answers.map((answer, index) => ({
      index,
      finish_reason: finishReasons[answer.ended.reason],
      message: writeMessage(answer, style),
    })),
    usage: writeUsage(usageOfChoices(answers.map(({ ended }) => ended))),
  }
}

function writeMessage({ parts }: Answer, { reasoningField }: ChatStyle): ChatCompletion['choices'][number]['message'] {
  const reasoning = textOf(parts, 'reasoning')
  const calls = parts.filter(part => part.kind === 'tool-call')
  return {
    role: 'assistant',
    content: textOf(parts, 'text'),
    ...(reasoning !== '' && { [reasoningField]: reasoning }),
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, name, arguments: written, builtIn }) => ({
        id,
        type: builtIn?.type ?? 'function',
        function: { name, arguments: written, ...(builtIn && { results: [...builtIn.results] }) },
      })),
    }),
  }
}

export const finishReasons: Record<EndReason, FinishReason> = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool_calls',
  filtered: 'content_filter',
}

/** The choices share one prompt; what they wrote adds up. */
export function usageOfChoices(choices: readonly { readonly usage: CoreUsage }[]): CoreUsage {
  const [first] = choices
  if (first && choices.length === 1) return first.usage
  return {
    inputTokens: first?.usage.inputTokens ?? 0,
    cachedTokens: first?.usage.cachedTokens ?? 0,
    outputTokens: choices.reduce((sum, { usage }) => sum + usage.outputTokens, 0),
    reasoningTokens: choices.reduce((sum, { usage }) => sum + usage.reasoningTokens, 0),
  }
}

export function writeUsage({ inputTokens, cachedTokens, outputTokens, reasoningTokens }: CoreUsage): Usage {
  return {
    prompt_tokens: inputTokens,
    cached_tokens: cachedTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
    completion_tokens_details: { reasoning_tokens: reasoningTokens },
  }
}
