import fc from 'fast-check'
import type { SeenAnswer, SeenUsage } from './seen.ts'

/** The bytes of a reply as they come over the wire, and what they say when all of them come. */
export interface RandomStream {
  readonly pieces: readonly Buffer[]
  /** `cut`: the connection breaks after the last piece. */
  readonly end: 'in good order' | 'cut'
  /** Undefined when something is missing at the end. */
  readonly says: Omit<SeenAnswer, 'reason'> | undefined
}

const texts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
const said = fc.record({
  kind: fc.constantFrom('text' as const, 'reasoning' as const),
  // A tag at the beginning is the one thing that text can't say for itself.
  text: texts.map(text => text.replaceAll('<', '(')),
  cuts: fc.array(fc.nat(30), { maxLength: 4 }),
})
const call = fc.record({
  name: fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/),
  input: fc.dictionary(fc.string({ maxLength: 6 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
  cuts: fc.array(fc.nat(30), { maxLength: 4 }),
})
const counts = fc.record({
  prompt: fc.integer({ min: 1, max: 1e6 }),
  completion: fc.integer({ min: 1, max: 1e6 }),
  cached: fc.nat(1e6),
  reasoning: fc.nat(1e6),
})
const habits = fc.record({
  lineEnd: fc.constantFrom('\n', '\r\n'),
  space: fc.constantFrom('', ' '),
  comments: fc.boolean(),
  countsAllAlong: fc.boolean(),
  saysDone: fc.boolean(),
  reasoningField: fc.constantFrom('reasoning_content', 'reasoning'),
})

/** Any answer that a server could stream, cut into packets anywhere, and sometimes not brought to its end. */
export const randomStream: fc.Arbitrary<RandomStream> = fc
  .record({
    parts: fc.array(said, { maxLength: 4 }),
    calls: fc.oneof(fc.constant<Call[]>([]), fc.array(call, { maxLength: 3 })),
    counts,
    habits,
    finish: fc.constantFrom('stop', 'length', 'content_filter'),
    borders: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
    kept: fc.oneof(
      { weight: 3, arbitrary: fc.constant(1) },
      { weight: 2, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
    ),
    end: fc.constantFrom('in good order' as const, 'cut' as const),
  })
  .map(({ parts, calls, counts, habits, finish, borders, kept, end }) => {
    const usage = {
      input: counts.prompt,
      cached: Math.min(counts.cached, counts.prompt),
      output: counts.completion,
      reasoning: Math.min(counts.reasoning, counts.completion),
    }
    const all = Buffer.from(written(parts, calls, finish, usage, habits))
    const bytes = all.subarray(0, Math.round(all.length * kept))
    const isWhole = bytes.length === all.length
    const joined = (kind: string) => parts.map(part => (part.kind === kind ? part.text : '')).join('')
    return {
      pieces: inPieces(
        bytes,
        borders.map(border => Math.round(border * bytes.length)),
      ),
      end: isWhole ? 'in good order' : end,
      says: isWhole
        ? {
            text: joined('text'),
            reasoning: joined('reasoning'),
            calls: calls.map(({ name, input }, index) => ({
              id: String(index),
              name,
              arguments: JSON.parse(JSON.stringify(input)),
            })),
            usage,
          }
        : undefined,
    }
  })

type Part = typeof said extends fc.Arbitrary<infer T> ? T : never
type Call = typeof call extends fc.Arbitrary<infer T> ? T : never
type Habits = typeof habits extends fc.Arbitrary<infer T> ? T : never

function written(
  parts: readonly Part[],
  calls: readonly Call[],
  finish: string,
  usage: SeenUsage,
  habits: Habits,
): string {
  const { lineEnd, space, comments, countsAllAlong, saysDone, reasoningField } = habits
  const head = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'theirs' }
  const frame = (data: string) =>
    `data:${space}${data}${lineEnd}${lineEnd}${comments ? `: ping${lineEnd}${lineEnd}` : ''}`
  const counted = writeUsage(usage)
  const chunk = (delta: object, finish_reason: string | null = null) =>
    frame(
      JSON.stringify({
        ...head,
        choices: [{ index: 0, delta, finish_reason }],
        ...(countsAllAlong && { usage: counted }),
      }),
    )
  return [
    chunk({ role: 'assistant', content: '' }),
    ...parts.flatMap(({ kind, text, cuts }) =>
      slices(text, cuts).map(piece => chunk({ [kind === 'text' ? 'content' : reasoningField]: piece })),
    ),
    ...inTurns(
      calls.map(({ name, input, cuts }, index) => [
        chunk({ tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name, arguments: '' } }] }),
        ...slices(JSON.stringify(input), cuts).map(piece =>
          chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
        ),
      ]),
    ),
    chunk({}, calls.length > 0 ? 'tool_calls' : finish),
    frame(JSON.stringify({ ...head, choices: [], usage: counted })),
    ...(saysDone ? [frame('[DONE]')] : []),
  ].join('')
}

function writeUsage({ input, cached, output, reasoning }: SeenUsage): object {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: reasoning },
  }
}

/** Also between the halves of one character. */
function slices(text: string, cuts: readonly number[]): string[] {
  const borders = [0, ...cuts.filter(cut => cut < text.length).sort((a, b) => a - b), text.length]
  return borders.slice(1).map((end, index) => text.slice(borders[index], end))
}

function inPieces(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const borders = [0, ...[...cuts].sort((a, b) => a - b), bytes.length]
  return borders
    .slice(1)
    .map((end, index) => bytes.subarray(borders[index], end))
    .filter(piece => piece.length > 0)
}

/** The first of each, then the second of each, and so on. */
function inTurns(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(0, ...lists.map(list => list.length))
  return Array.from({ length: longest }, (_, turn) => lists.flatMap(list => list[turn] ?? [])).flat()
}
