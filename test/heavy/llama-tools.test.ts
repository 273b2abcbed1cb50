import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import Anthropic from '@anthropic-ai/sdk'
import { generateObject, generateText, stepCountIs, tool } from 'ai'
import OpenAI from 'openai'
import { zodResponseFormat } from 'openai/helpers/zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type RunningServer, serve } from '../support/command-line.ts'

const key = 'mk-tool-loops'
const model = 'svc-3.7-flash'
const roundsAtMost = 5
/** Of ten loops nine complete. */
const completing = 0.9

let folder: string
let server: RunningServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medley-test-'))
  server = await serve(folder, { MEDLEY_API_KEY: key })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const cities = ['Paris', 'London', 'Tokyo', 'Berlin', 'Rome', 'Madrid']
const sums = [
  [17, 25],
  [120, 30],
  [45, 5],
  [33, 44],
  [208, 16],
  [64, 8],
] as const

const weatherGiven = z.object({ city: z.string().describe('The name of the city') })
const sumGiven = z.object({ expression: z.string().describe('Math expression, e.g. 2 + 2') })
const run = {
  get_weather: (given: unknown) =>
    `{"city": "${weatherGiven.strict().parse(given).city}", "temperature": 18, "condition": "sunny"}`,
  calculate: (given: unknown) => `{"result": ${sumGiven.strict().parse(given).expression.length}}`,
}
type Name = keyof typeof run
const described = {
  get_weather: { description: 'Get the current weather for a city', parameters: weatherGiven },
  calculate: { description: 'Calculate the result of an expression', parameters: sumGiven },
}
const questions: readonly (readonly [Name, string])[] = [
  ...cities.flatMap(city => [
    ['get_weather', `What is the weather in ${city}?`] as const,
    ['get_weather', `How is the weather in ${city} today?`] as const,
  ]),
  ...sums.flatMap(([one, other]) => [
    ['calculate', `What is ${one} plus ${other}?`] as const,
    ['calculate', `Calculate ${one} times ${other}.`] as const,
  ]),
]

/** Throws when a call is not by its schema. */
const answer = (name: string, given: unknown): string => {
  if (!Object.hasOwn(run, name)) throw new Error(`there is no tool "${name}"`)
  return run[name as Name](given)
}

type Loop = (name: Name, question: string) => Promise<{ readonly called: number; readonly said: string }>

const loops: Readonly<Record<string, () => Loop>> = {
  openai() {
    const client = new OpenAI({ apiKey: key, baseURL: `${server.url}/v1`, maxRetries: 0 })
    return async (name, question) => {
      let called = 0
      const { description, parameters } = described[name]
      const runner = client.chat.completions.runTools(
        {
          model,
          messages: [{ role: 'user', content: question }],
          tools: [
            {
              type: 'function',
              function: {
                name,
                description,
                parameters: z.toJSONSchema(parameters) as Record<string, unknown>,
                parse: JSON.parse,
                function: (given: object) => {
                  called += 1
                  return answer(name, given)
                },
              },
            },
          ],
        },
        { maxChatCompletions: roundsAtMost },
      )
      return { said: (await runner.finalContent()) ?? '', called }
    }
  },

  anthropic() {
    const client = new Anthropic({ apiKey: key, baseURL: server.url, maxRetries: 0 })
    return async (name, question) => {
      const messages: Anthropic.MessageParam[] = [{ role: 'user', content: question }]
      const { description, parameters } = described[name]
      const schema = z.toJSONSchema(parameters) as Anthropic.Tool.InputSchema
      let called = 0
      for (let round = 0; round < roundsAtMost; round++) {
        const { content } = await client.messages.create({
          model,
          max_tokens: 300,
          messages,
          tools: [{ name, description, input_schema: schema }],
        })
        const calls = content.filter(part => part.type === 'tool_use')
        if (calls.length === 0)
          return { called, said: content.map(part => (part.type === 'text' ? part.text : '')).join('') }
        called += calls.length
        messages.push({ role: 'assistant', content })
        messages.push({
          role: 'user',
          content: calls.map(call => ({
            type: 'tool_result',
            tool_use_id: call.id,
            content: answer(call.name, call.input),
          })),
        })
      }
      return { called, said: '' }
    }
  },

  ai() {
    const provider = createOpenAICompatible({ name: 'medley', apiKey: key, baseURL: `${server.url}/v1` })
    return async (name, question) => {
      const { description, parameters } = described[name]
      const { text, steps } = await generateText({
        model: provider(model),
        prompt: question,
        maxRetries: 0,
        stopWhen: stepCountIs(roundsAtMost),
        tools: {
          [name]: tool({
            description,
            inputSchema: parameters as z.ZodType<unknown>,
            execute: async given => answer(name, given),
          }),
        },
      })
      return { said: text, called: steps.flatMap(({ toolCalls }) => toolCalls).length }
    }
  },
}

describe.each(Object.entries(loops))('a loop of tools by %s', (_, open) => {
  it('is completed nine times of ten, and no call is invalid', async () => {
    const loop = open()
    const ended: { question: string; called: number; said: string }[] = []
    const left = questions.values()
    const work = async () => {
      for (const [name, question] of left) ended.push({ question, ...(await loop(name, question)) })
    }
    await Promise.all([work(), work(), work(), work()])
    const incomplete = ended.filter(({ called, said }) => called === 0 || said.trim() === '')
    expect(incomplete.length, JSON.stringify(incomplete)).toBeLessThanOrEqual(questions.length * (1 - completing))
  })
})

describe('what was asked for in a shape', () => {
  const shape = z.object({
    city: z.string().max(20),
    country: z.enum(['France', 'Japan', 'Italy']),
    rating: z.int().min(1).max(5),
  })

  it('comes in it, by the helpers of openai', async () => {
    const client = new OpenAI({ apiKey: key, baseURL: `${server.url}/v1`, maxRetries: 0 })
    const asked = cities.map(city =>
      client.chat.completions.parse({
        model,
        messages: [{ role: 'user', content: `Tell me about ${city} in JSON.` }],
        response_format: zodResponseFormat(shape, 'place'),
      }),
    )
    for (const { choices } of await Promise.all(asked)) shape.parse(choices[0]?.message.parsed)
  })

  it('comes in it, by the helpers of ai', async () => {
    const provider = createOpenAICompatible({
      name: 'medley',
      apiKey: key,
      baseURL: `${server.url}/v1`,
      supportsStructuredOutputs: true,
    })
    const asked = cities.map(city =>
      generateObject({
        model: provider(model),
        schema: shape,
        prompt: `Tell me about ${city} in JSON.`,
        maxRetries: 0,
      }),
    )
    for (const { object } of await Promise.all(asked)) shape.parse(object)
  })
})
