import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TextEngine } from '../../src/core/engine.ts'
import type { GenerationRequest, JsonSchema } from '../../src/core/generation.ts'
import { foldGeneration, textOf } from '../../src/core/generation-fold.ts'
import { builtInModel } from '../../src/engines/llama/built-in-model.ts'
import { createLlamaEngine, type LlamaEngine } from '../../src/engines/llama/llama-engine.ts'
import { writeRandomModel } from './llama/random-model.ts'
import { manySchemas } from './llama/schemas.ts'

const schemas = manySchemas(320)
const atOnce = 16
/** Calls are held by the same rules as answers: unless all are wanted, every fourth schema is tried in one. */
const everyCall = process.env.MEDLEY_LLAMA_SCHEMAS === 'all' ? 1 : 4
const ajv = new Ajv2020({ strict: false, validateFormats: true })
addFormats.default(ajv)
/** Tuples were written otherwise in an older draft, which the validator of the newer one does not take. */
const inNewWords = (schema: JsonSchema): JsonSchema =>
  JSON.parse(
    JSON.stringify(schema).replaceAll(/"items":(\[.*?\]),"additionalItems":false/g, '"prefixItems":$1,"items":false'),
  )

type Verdict = 'valid' | 'cut' | { readonly invalid: string; readonly schema: JsonSchema }

async function answerTo(text: TextEngine, schema: JsonSchema, asTool: boolean, seed: number): Promise<Verdict> {
  const asked: GenerationRequest = {
    model: 'm',
    messages: [{ role: 'user', parts: [{ type: 'text', text: 'Give me an example.' }] }],
    tools: asTool
      ? [
          {
            name: 'act',
            description: 'Does it',
            parameters: { type: 'object', properties: { given: schema }, required: ['given'] },
          },
        ]
      : [],
    toolChoice: asTool ? 'required' : 'auto',
    parallelToolCalls: false,
    stop: [],
    format: asTool ? { type: 'text' } : { type: 'json-schema', name: 'answer', schema, strict: true },
    temperature: 1,
    seed,
    maxTokens: 120,
  }
  const { parts, ended } = await foldGeneration(text.generate(asked, new AbortController().signal))
  if (ended.reason === 'length') return 'cut'
  const call = parts.find(part => part.kind === 'tool-call')
  const written = asTool ? (call?.arguments ?? '') : textOf(parts, 'text')
  try {
    const value = asTool ? JSON.parse(written).given : JSON.parse(written)
    return ajv.validate(inNewWords(schema), value) ? 'valid' : { invalid: written, schema }
  } catch {
    return { invalid: written, schema }
  }
}

async function answersTo(engine: LlamaEngine, asTool: boolean): Promise<Verdict[]> {
  const { text } = engine
  if (!text) throw new Error('a language model without words')
  const verdicts: Verdict[] = []
  const left = schemas.entries()
  const work = async () => {
    for (const [index, schema] of left) {
      // A reference to the root means another root within a tool.
      if (asTool && (index % everyCall > 0 || JSON.stringify(schema).includes('"$ref"'))) continue
      verdicts.push(await answerTo(text, schema, asTool, index).catch(error => ({ invalid: String(error), schema })))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return verdicts
}

describe.each<[string, (folder: string) => string]>([
  ['the built-in model', () => builtInModel.options.file],
  [
    'a model with weights by chance',
    folder => {
      const file = join(folder, 'chance.gguf')
      writeRandomModel(file, builtInModel.options.file, 1)
      return file
    },
  ],
])('%s', (_, fileIn) => {
  let folder: string
  let engine: LlamaEngine
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'medley-test-'))
    engine = createLlamaEngine({ file: fileIn(folder), slots: atOnce })
  })
  afterAll(async () => {
    await engine.close()
    await rm(folder, { recursive: true, force: true })
  })

  it.each([
    ['answers', false],
    ['calls', true],
  ])(
    'keeps each of 300 schemas in its %s, unless it is cut',
    async (_, asTool) => {
      const verdicts = await answersTo(engine, asTool)
      expect(verdicts.filter(verdict => typeof verdict === 'object')).toEqual([])
      expect(verdicts.length).toBeGreaterThan(asTool ? 250 / everyCall : 300)
      expect(verdicts.filter(verdict => verdict === 'valid').length).toBeGreaterThan(verdicts.length * 0.7)
    },
    400_000,
  )
})
