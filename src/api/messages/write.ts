import type { Usage as CoreUsage, EndReason } from '../../core/generation.ts'
import type { Answer, AnswerPart } from '../../core/generation-fold.ts'
import { brokenCall, cutsCalls, readCallInput } from './call-input.ts'
import type { StopReason, Usage, WrittenBlock, WrittenMessage } from './schema.ts'

export interface MessageHead {
  readonly id: string
  readonly model: string
}

export function writeMessage({ id, model }: MessageHead, { parts, ended }: Answer): WrittenMessage {
  const cut = cutsCalls(ended.reason)
  return {
    id,
    type: 'message',
    role: 'assistant',
    model,
    content: parts.flatMap((part, index) => writeBlock(part, cut && index === parts.length - 1)),
    stop_reason: stopReasons[ended.reason],
    stop_sequence: ended.stopSequence ?? null,
    usage: writeUsage(ended.usage),
  }
}

/** Reasoning is not shown in this dialect; empty text makes no block, and neither does a call that was cut. */
function writeBlock(part: AnswerPart, mayBeCut: boolean): WrittenBlock[] {
  switch (part.kind) {
    case 'reasoning':
      return []
    case 'text':
      return part.text === '' ? [] : [{ type: 'text', text: part.text }]
    case 'tool-call': {
      const input = mayBeCut && part.arguments === '' ? undefined : readCallInput(part.arguments)
      if (input) return [{ type: 'tool_use', id: part.id, name: part.name, input }]
      if (mayBeCut) return []
      throw brokenCall(part.name)
    }
  }
}

export const stopReasons: Record<EndReason, StopReason> = {
  stop: 'end_turn',
  length: 'max_tokens',
  'tool-calls': 'tool_use',
  filtered: 'refusal',
}

export function writeUsage({ inputTokens, cachedTokens, outputTokens }: Omit<CoreUsage, 'reasoningTokens'>): Usage {
  return {
    input_tokens: inputTokens - cachedTokens,
    output_tokens: outputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cachedTokens,
  }
}
