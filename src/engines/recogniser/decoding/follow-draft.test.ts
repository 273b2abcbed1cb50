import { expect, it } from 'vitest'
import { floatsOf, integersOf, Tensor } from '../../onnx/session.ts'
import { CachedDecoder } from './cached-decoder.ts'
import { followDraft } from './follow-draft.ts'
import { mendDraft } from './mend-draft.ts'
import { search } from './search.ts'

const vocabulary = 20
const end = 0
const mark = 19
const shape = { layers: 1, heads: 1, headWidth: 1, vocabulary, alignmentHeads: [[0, 0]] as const }
const states = new Tensor('float32', new Float32Array(1), [1, 1, 1])

/** A network that writes one text, whatever stands before; it looks at the frame of the token's place. */
function writerOf(text: readonly number[]) {
  let runs = 0
  const decoder = new CachedDecoder(
    {
      inputs: [],
      outputs: [],
      async run(inputs) {
        runs += 1
        const past = inputs['past_key_values.0.decoder.key']
        const all = [...floatsOf(past), ...integersOf(inputs.input_ids)]
        const fed = integersOf(inputs.input_ids).length
        const positions = -(integersOf(inputs['last.starts'])[0] ?? 0)
        const logits = Array.from({ length: positions }, (_, at) => {
          const place = all.length - positions + at
          return Array.from({ length: vocabulary }, (_, token) => (token === (text[place] ?? end) ? 5 : -5))
        })
        const looks = Array.from({ length: fed }, (_, at) =>
          Array.from({ length: 30 }, (_, frame) => (frame === all.length - fed + at ? 1 : 0)),
        )
        const kept = () => new Tensor('float32', Float32Array.from(all), [1, 1, all.length, 1])
        return {
          logits: new Tensor('float32', Float32Array.from(logits.flat()), [1, positions, vocabulary]),
          'present.0.decoder.key': kept(),
          'present.0.decoder.value': kept(),
          'present.0.encoder.key': states,
          'present.0.encoder.value': states,
          'cross_attentions.0': new Tensor('float32', Float32Array.from(looks.flat()), [1, 1, fed, 30]),
        }
      },
      close: async () => undefined,
    },
    shape,
  )
  const options = {
    width: 1,
    temperature: 0,
    mostTokens: 30,
    heardFrames: 30,
    textTokens: vocabulary,
    endToken: end,
    banned: [],
    bannedFirst: [],
    stopped: () => false,
    turn: async () => {},
    random: () => 0.5,
  }
  const drafting = {
    begin: (draft: readonly number[]) => decoder.begin(states, [1, ...draft], 1 + draft.length),
    isMark: (token: number) => token === mark,
  }
  return {
    async write(draft: readonly number[]) {
      runs = 0
      const written = await search(decoder, await followDraft(decoder, draft, drafting, options), options)
      return { tokens: written.tokens, looks: written.looks.map(look => look.indexOf(1)), runs }
    },
  }
}

const text = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]
const looks = text.map((_, place) => place)

it.each([
  ['no draft', [], 13],
  ['the whole text', text, 1],
  ['its beginning', text.slice(0, 8), 5],
  ['another text', [12, 11, 10, 9, 8], 13],
  ['the text with a wrong word', [2, 3, 18, 5, 6, 7, 8, 9, 10, 11, 12, 13], 2],
  ['the text with a comma too many', [2, mark, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], 2],
  ['more than the text', [...text, 14, 15], 1],
] as const)('writes the same after %s', async (_, draft, runs) => {
  expect(await writerOf(text).write(draft)).toEqual({ tokens: text, looks, runs })
})

it('mends a comma that came, and leaves alone what is short', () => {
  const isMark = (token: number) => token === mark
  expect(mendDraft(text, 2, mark, isMark)).toEqual([2, 3, mark, ...text.slice(2)])
  expect(mendDraft(text, 9, 18, isMark)).toBeUndefined()
  expect(mendDraft(text, 3, undefined, isMark)).toBeUndefined()
})
