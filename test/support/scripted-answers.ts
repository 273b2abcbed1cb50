import type { EndReason } from '../../src/core/generation.ts'
import type { ScriptedEvent } from '../../src/engines/scripted/scripted.ts'

type Part =
  | { readonly reasoning: string }
  | { readonly text: string }
  | { readonly call: string; readonly name: string; readonly arguments: string }

/** What a scripted engine says, from its parts: each word a piece of its own, worth one token. */
export function says(...parts: readonly Part[]): ScriptedEvent[] {
  return parts.flatMap((part, index): ScriptedEvent[] => {
    const [start, text]: [ScriptedEvent, string] =
      'call' in part
        ? [{ type: 'part-start', part: index, kind: 'tool-call', id: part.call, name: part.name }, part.arguments]
        : 'text' in part
          ? [{ type: 'part-start', part: index, kind: 'text' }, part.text]
          : [{ type: 'part-start', part: index, kind: 'reasoning' }, part.reasoning]
    const pieces = text.match(/\S+\s*|\s+/g) ?? []
    return [
      start,
      ...pieces.map(piece => ({ type: 'part-delta' as const, part: index, text: piece, tokens: 1 })),
      { type: 'part-end', part: index },
    ]
  })
}

export function ends(reason: EndReason = 'stop'): ScriptedEvent {
  return {
    type: 'ended',
    reason,
    usage: { inputTokens: 10, cachedTokens: 4, outputTokens: 6, reasoningTokens: 2 },
  }
}
