import type { CachedDecoder } from './cached-decoder.ts'
import { createRandom } from './random.ts'
import { compressionRatio, withoutLoop } from './repetition.ts'
import { type Beginning, type SearchOptions, search, type Written } from './search.ts'

const leastConfidence = -1
const mostCompression = 2.4
const temperatures = [0.4, 0.8]

type Options = Omit<SearchOptions, 'temperature' | 'random'>

/**
 * The likeliest text; where it goes in circles or the network hardly believes it, texts that are drawn, and the best of
 * all of them. The drawing begins from the same numbers each time: the same sound gives the same text.
 */
export async function writeText(
  decoder: CachedDecoder,
  first: () => Promise<Beginning>,
  textOf: (tokens: readonly number[]) => string,
  options: Options,
): Promise<Written> {
  const random = createRandom(1)
  const tried: Written[] = []
  for (const temperature of [0, ...temperatures]) {
    const width = temperature === 0 ? options.width : 1
    const written = await search(decoder, await first(), { ...options, width, temperature, random })
    if (isSound(written) || options.stopped()) return written
    tried.push(written)
  }
  return cut(tried.reduce((a, b) => (rank(b) > rank(a) ? b : a)))

  function isSound({ tokens, confidence, looped }: Written): boolean {
    return !looped && confidence > leastConfidence && compressionRatio(textOf(tokens)) < mostCompression
  }
}

function rank({ confidence, looped }: Written): number {
  return confidence - (looped ? 10 : 0)
}

function cut(written: Written): Written {
  const length = written.looped ? withoutLoop(written.tokens) : written.tokens.length
  return { ...written, tokens: written.tokens.slice(0, length), looks: written.looks.slice(0, length) }
}
