import { expect, it } from 'vitest'
import { floatsOf, integersOf, Tensor } from '../../onnx/session.ts'
import { CachedDecoder } from './cached-decoder.ts'
import { HotwordBias } from './hotword-bias.ts'
import { search } from './search.ts'
import { writeText } from './write-text.ts'

const vocabulary = 6
const end = 0
const shape = { layers: 1, heads: 1, headWidth: 1, vocabulary, alignmentHeads: [[0, 0]] as const }

/** A network whose next token depends on the tokens before, which it keeps in its memory. */
function decoderOf(likely: (tokens: readonly number[]) => Readonly<Record<number, number>>): CachedDecoder {
  return new CachedDecoder(
    {
      inputs: [],
      outputs: [],
      async run(inputs) {
        const ids = integersOf(inputs.input_ids)
        const rows = inputs.input_ids?.dims[0] ?? 1
        const past = inputs['past_key_values.0.decoder.key']
        const length = past?.dims[2] ?? 0
        const memory = Array.from({ length: rows }, (_, row) => [
          ...floatsOf(past).slice(row * length, (row + 1) * length),
          ...ids.slice((row * ids.length) / rows, ((row + 1) * ids.length) / rows),
        ])
        const logits = memory.flatMap(tokens => {
          const chances = likely(tokens.slice(1))
          return Array.from({ length: vocabulary }, (_, token) => Math.log(chances[token] ?? 1e-6))
        })
        const kept = new Tensor('float32', Float32Array.from(memory.flat()), [rows, 1, length + ids.length / rows, 1])
        const looks = new Tensor('float32', new Float32Array(rows * 4), [rows, 1, 1, 4])
        return {
          logits: new Tensor('float32', Float32Array.from(logits), [rows, 1, vocabulary]),
          'present.0.decoder.key': kept,
          'present.0.decoder.value': kept,
          'present.0.encoder.key': looks,
          'present.0.encoder.value': looks,
          'cross_attentions.0': looks,
        }
      },
      close: async () => undefined,
    },
    shape,
  )
}

const states = new Tensor('float32', new Float32Array(1), [1, 1, 1])
const options = {
  width: 1,
  temperature: 0,
  mostTokens: 20,
  heardFrames: 4,
  textTokens: vocabulary,
  endToken: end,
  banned: [],
  bannedFirst: [],
  stopped: () => false,
  turn: async () => {},
  random: () => 0.5,
}

/** "1 then 2" looks best at first; "3 then 4" is likelier as a whole. */
const tempting = decoderOf(tokens => {
  const said = tokens.join(' ')
  if (said === '') return { 1: 0.5, 3: 0.4, 5: 0.1 }
  if (said === '1') return { 2: 0.3, 5: 0.25, 4: 0.25, 1: 0.2 }
  if (said === '3') return { 4: 0.95 }
  return { [end]: 0.99 }
})

it('takes the likeliest token each time, or weighs whole texts', async () => {
  expect((await search(tempting, await tempting.begin(states, [0]), options)).tokens).toEqual([1, 2])
  const wide = await search(tempting, await tempting.begin(states, [0]), { ...options, width: 3 })
  expect(wide.tokens).toEqual([3, 4])
  expect(wide.confidence).toBeCloseTo(Math.log(0.4) / 3, 2)
  expect(wide.looks).toHaveLength(2)
})

it('keeps apart what its rows remember', async () => {
  // What begins second comes to stand first: the memories must change places with the texts.
  const copy = decoderOf(tokens => {
    if (tokens.length === 0) return { 1: 0.6, 2: 0.4 }
    const sure = tokens[0] === 2
    if (tokens.length < 3) return sure ? { 2: 1 } : { 1: 0.4, 3: 0.3, 4: 0.3 }
    return sure ? { [end]: 1 } : { [end]: 0.1, 3: 0.3, 4: 0.3, 5: 0.3 }
  })
  expect((await search(copy, await copy.begin(states, [0]), { ...options, width: 2 })).tokens).toEqual([2, 2, 2])
})

it('is led by hotwords, as long as they may have been said', async () => {
  const near = decoderOf(tokens => (tokens.length === 0 ? { 1: 0.8, 5: 0.2 } : { [end]: 0.9 }))
  const far = decoderOf(tokens => (tokens.length === 0 ? { 1: 0.9999, 5: 1e-6 } : { [end]: 0.9 }))
  const bias = new HotwordBias([[5]], 3)
  const run = async (decoder: CachedDecoder) =>
    (await search(decoder, await decoder.begin(states, [0]), { ...options, width: 2, bias })).tokens
  expect(await run(near)).toEqual([5])
  expect(await run(far)).toEqual([1])
})

it('writes no banned tokens', async () => {
  const { tokens } = await search(tempting, await tempting.begin(states, [0]), { ...options, bannedFirst: [1, 3] })
  expect(tokens).toEqual([5])
})

it('ends circles, and draws another text instead', async () => {
  let drawn = 0
  const circling = decoderOf(tokens => {
    if (tokens.length === 0) return { 1: 0.6, 2: 0.4 }
    return tokens[0] === 1 ? { 1: 0.9 } : { [end]: 0.99 }
  })
  const first = async () => {
    drawn += 1
    return circling.begin(states, [0])
  }
  const once = await search(circling, await first(), options)
  expect(once).toMatchObject({ looped: true })
  const written = await writeText(circling, first, tokens => tokens.join(' '), options)
  expect(drawn).toBeGreaterThan(2)
  // Whether the drawing found the way out or not, nobody reads the same word six times.
  expect(written.tokens.length).toBeLessThan(3)
})

it('stops when nobody wants the text', async () => {
  let steps = 0
  const endless = decoderOf(tokens => ({ [1 + (tokens.length % 5)]: 0.9 }))
  await search(endless, await endless.begin(states, [0]), { ...options, mostTokens: 1000, stopped: () => ++steps > 3 })
  expect(steps).toBe(4)
})
