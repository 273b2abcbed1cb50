import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assemble, chunkOf, plain, sent, whole } from '../../../test/support/chat-stream.ts'
import { generationEvents } from '../../../test/support/generation-events.ts'
import { seedFor } from '../../../test/support/seed.ts'
import { PlatformError } from '../../core/errors.ts'
import type { GenerationEvent } from '../../core/generation.ts'
import type { ChatStyle } from './read.ts'

const failed: GenerationEvent = { type: 'failed', error: new PlatformError('service_unavailable', 'It broke.') }
const argumentTexts = fc.string({ unit: 'grapheme', maxLength: 30 })

describe.each([1, 3])('any stream of %i', count => {
  const seed = seedFor(`chat, ${count}`)
  const answers = fc.array(generationEvents({ argumentTexts }), { minLength: count, maxLength: count })
  const styles: fc.Arbitrary<ChatStyle> = fc.record({
    stream: fc.constant(true),
    includeUsage: fc.boolean(),
    choices: fc.constant(count),
    reasoningField: fc.constantFrom('reasoning', 'reasoning_content'),
  })

  it('says what the whole says', async () => {
    await fc.assert(
      fc.asyncProperty(answers, styles, async (choices, style) => {
        const frames = await sent(choices, style)
        expect(frames.pop()).toBe('data: [DONE]\n\n')
        const chunks = frames.map(chunkOf)
        const { choices: spoken, usage } = await whole(choices, style)
        expect(assemble(chunks, count)).toEqual({ choices: spoken, usage })
        expect(chunks.filter(chunk => chunk.choices.length === 0)).toHaveLength(style.includeUsage ? 1 : 0)
        if (style.includeUsage) expect(chunks.at(-1)?.choices).toEqual([])
      }),
      { seed, numRuns: 300 },
    )
  })

  it('counts up as it goes', async () => {
    await fc.assert(
      fc.asyncProperty(answers, async choices => {
        const frames = await sent(choices, { ...plain, choices: count })
        const chunks = frames.slice(0, -1).map(chunkOf)
        const counts = chunks.map(({ usage }) => usage.completion_tokens)
        const deltas = chunks.slice(
          0,
          chunks.findIndex(chunk => chunk.choices[0]?.finish_reason !== ''),
        )
        expect(counts.slice(0, deltas.length)).toEqual(counts.slice(0, deltas.length).sort((a, b) => a - b))
        for (const { usage } of chunks) {
          expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens)
          expect(usage.prompt_tokens_details.cached_tokens).toBe(usage.cached_tokens)
        }
      }),
      { seed, numRuns: 100 },
    )
  })

  it('ends with the error when a choice fails anywhere, and never with [DONE]', async () => {
    await fc.assert(
      fc.asyncProperty(answers, styles, fc.nat(), fc.nat(), async (choices, style, which, place) => {
        const broken = choices.map((events, index) =>
          index === which % count ? [...events.slice(0, 1 + (place % (events.length - 1))), failed] : events,
        )
        const frames = await sent(broken, style)
        expect(frames.pop()).toBe('data: {"error":{"message":"It broke."}}\n\n')
        for (const frame of frames) chunkOf(frame)
        await expect(whole(broken, style)).rejects.toThrow('It broke.')
      }),
      { seed, numRuns: 100 },
    )
  })
})
