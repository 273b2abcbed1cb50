import fc from 'fast-check'
import type { EndReason, GenerationEvent, GenerationStream, Usage } from '../../src/core/generation.ts'

export interface EventsOptions {
  /** How an answer may end. Those with a call in them end with `tool-calls` where that is among these. */
  readonly reasons?: readonly EndReason[]
  /** The arguments of calls; the JSON text of objects when not given. */
  readonly argumentTexts?: fc.Arbitrary<string>
}

/** Any sequence of events that the grammar allows, from `started` to `ended`. */
export function generationEvents(options: EventsOptions = {}): fc.Arbitrary<GenerationEvent[]> {
  const { reasons = ['stop', 'length', 'tool-calls', 'filtered'], argumentTexts = objectTexts } = options
  const part = fc.oneof(
    fc.record({ kind: fc.constantFrom('reasoning' as const, 'text' as const), pieces: piecesOf(texts) }),
    fc.record({ kind: fc.constant('tool-call' as const), name: names, pieces: piecesOf(argumentTexts) }),
  )
  return fc
    .record({ parts: fc.array(part, { maxLength: 5 }), reason: fc.constantFrom(...reasons), usage, stopSequence })
    .map(({ parts, reason, usage, stopSequence }) => {
      const called = parts.some(({ kind }) => kind === 'tool-call') && reasons.includes('tool-calls')
      return [
        {
          type: 'started',
          model: 'upstream',
          inputTokens: usage.inputTokens,
          cachedTokens: usage.cachedTokens,
          ignored: [],
        },
        ...parts.flatMap((part, index): GenerationEvent[] => [
          part.kind === 'tool-call'
            ? { type: 'part-start', part: index, kind: part.kind, id: `call_${index}`, name: part.name }
            : { type: 'part-start', part: index, kind: part.kind },
          ...part.pieces.map(text => ({ type: 'part-delta' as const, part: index, text, tokens: 1 })),
          { type: 'part-end', part: index },
        ]),
        {
          type: 'ended',
          reason: called ? 'tool-calls' : reason,
          usage,
          ...(!called && reason === 'stop' && stopSequence !== undefined && { stopSequence }),
        },
      ]
    })
}

/** The same events as an engine would give them. */
export async function* streamOf(events: readonly GenerationEvent[]): GenerationStream {
  yield* events
}

const texts = fc.string({ unit: 'grapheme', maxLength: 40 })
const names = fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/)
const objectTexts = fc
  .dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
  .map(value => JSON.stringify(value))
const stopSequence = fc.option(fc.string({ minLength: 1, maxLength: 5 }), { nil: undefined })
const usage: fc.Arbitrary<Usage> = fc
  .tuple(fc.nat(1e6), fc.nat(1e6), fc.nat(1e6), fc.nat(1e6))
  .map(([input, cached, output, reasoning]) => ({
    inputTokens: input,
    cachedTokens: Math.min(cached, input),
    outputTokens: output,
    reasoningTokens: Math.min(reasoning, output),
  }))

/** A text in pieces, cut anywhere: also inside a pair of surrogates, and into nothing at all. */
function piecesOf(whole: fc.Arbitrary<string>): fc.Arbitrary<string[]> {
  return whole.chain(text =>
    fc.array(fc.nat(text.length), { maxLength: 6 }).map(cuts => {
      const borders = [0, ...cuts.sort((a, b) => a - b), text.length]
      return borders.slice(1).map((end, index) => text.slice(borders[index], end))
    }),
  )
}
