import type { GenerationRequest } from '../../core/generation.ts'
import { type Answer, foldGeneration } from '../../core/generation-fold.ts'
import { readAll } from '../../core/ready.ts'
import type { Begun, Generation, GenerationOrder } from '../../services/generation/generation.ts'

/** Each choice is a generation of its own; one that can't start ends them all. */
export async function startChoices(
  generation: Generation,
  order: GenerationOrder,
  count: number,
  leaving: AbortController,
): Promise<Begun[]> {
  // Almost always there is one.
  if (count === 1) return [await generation.start(order, leaving.signal)]
  const starts = Array.from({ length: count }, (_, index) =>
    generation.start({ ...order, request: withSeed(order.request, index), isFurtherChoice: index > 0 }, leaving.signal),
  )
  try {
    return await Promise.all(starts)
  } catch (error) {
    leaving.abort()
    // Those that had begun let go of their engines and tell what they cost once they are read to their end, which is near.
    for (const start of starts) start.then(readToEnd).catch(() => undefined)
    throw error
  }
}

/** Nobody waits for the other choices of one that failed. */
export async function foldChoices(choices: readonly Begun[], leaving: AbortController): Promise<Answer[]> {
  const [only] = choices
  if (only && choices.length === 1) return [await foldGeneration(only.stream)]
  try {
    return await Promise.all(choices.map(({ stream }) => foldGeneration(stream)))
  } catch (error) {
    leaving.abort()
    throw error
  }
}

/** Choices with one seed would all be the same. */
function withSeed(request: GenerationRequest, index: number): GenerationRequest {
  return request.seed === undefined || index === 0 ? request : { ...request, seed: request.seed + index }
}

async function readToEnd({ stream }: Begun): Promise<void> {
  await readAll(stream, () => undefined)
}
