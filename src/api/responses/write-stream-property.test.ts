import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generationEvents, streamOf } from '../../../test/support/generation-events.ts'
import { plain, responseOf, type SentEvent, sent, showing, whole } from '../../../test/support/responses-stream.ts'
import { seedFor } from '../../../test/support/seed.ts'
import { PlatformError } from '../../core/errors.ts'
import type { GenerationEvent } from '../../core/generation.ts'
import { foldGeneration, textOf } from '../../core/generation-fold.ts'
import type { OutputItem, ResponseObject } from './schema-response.ts'

const failed: GenerationEvent = { type: 'failed', error: new PlatformError('service_unavailable', 'It broke.') }

describe('any stream', () => {
  const seed = seedFor('responses')
  const styles = fc.constantFrom(plain, showing, { ...showing, reasoningPart: 'response.content_part' as const })

  it('says what the whole says, and what the engine said', async () => {
    await fc.assert(
      fc.asyncProperty(generationEvents(), styles, async (events, style) => {
        const streamed = await sent(events, style)
        const last = responseOf(streamed.at(-1))
        expect(streamed.map(event => event.sequence_number)).toEqual(streamed.map((_, index) => index))
        expect(withoutIds(await whole(events, style))).toEqual(withoutIds(last))
        expect(last.output.map(contentOf)).toEqual(last.output.map(({ id }) => deltasOf(streamed, id)))
        expect(streamed.filter(({ type }) => type === 'response.output_item.done').map(({ item }) => item)).toEqual(
          last.output,
        )

        const { parts, ended } = await foldGeneration(streamOf(events))
        const shown = style.showsReasoning ? parts : parts.filter(({ kind }) => kind !== 'reasoning')
        expect(last.output.map(contentOf)).toEqual(
          shown.map(one => (one.kind === 'tool-call' ? one.arguments : one.text)),
        )
        const said = last.output.filter(({ type }) => type === 'message').map(contentOf)
        expect(said.join('')).toBe(textOf(parts, 'text'))
        expect(last.usage).toMatchObject({
          input_tokens: ended.usage.inputTokens,
          output_tokens: ended.usage.outputTokens,
          output_tokens_details: { reasoning_tokens: ended.usage.reasoningTokens },
        })
      }),
      { seed, numRuns: 300 },
    )
  })

  it('closes all that it opens, also when it fails anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(generationEvents(), styles, fc.nat(), async (events, style, place) => {
        const cut = 1 + (place % (events.length - 1))
        const streamed = await sent([...events.slice(0, cut), failed], style)
        const count = (end: string) => streamed.filter(({ type }) => type.endsWith(end)).length
        expect(count('output_item.done')).toBe(count('output_item.added'))
        expect(count('_part.done')).toBe(count('_part.added'))
        expect(streamed.map(event => event.sequence_number)).toEqual(streamed.map((_, index) => index))
        expect(streamed.at(-1)?.type).toBe('response.failed')
        expect(withoutIds(await whole([...events.slice(0, cut), failed], style))).toEqual(
          withoutIds(responseOf(streamed.at(-1))),
        )
      }),
      { seed, numRuns: 200 },
    )
  })
})

function contentOf(item: OutputItem): string {
  return item.type === 'function_call' ? item.arguments : (item.content?.[0]?.text ?? '')
}

function deltasOf(events: readonly SentEvent[], id: string): string {
  return events.map(event => (event.item_id === id && event.type.endsWith('.delta') ? event.delta : '')).join('')
}

function withoutIds(response: ResponseObject): unknown {
  return { ...response, output: response.output.map(item => ({ ...item, id: item.id.split('_')[0] })) }
}
