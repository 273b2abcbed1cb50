import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GenerationRequest } from '../../src/core/generation.ts'
import { foldGeneration } from '../../src/core/generation-fold.ts'
import { builtInModel } from '../../src/engines/llama/built-in-model.ts'
import { createLlamaEngine, type LlamaEngine } from '../../src/engines/llama/llama-engine.ts'
import { writeRandomModel } from './llama/random-model.ts'

/** 10,000 show what a day shows; the default shows it too, and is over sooner. */
const requests = Number(process.env.MEDLEY_LLAMA_REQUESTS ?? 10_000)
const megabyte = 1024 * 1024
const forever = () => new AbortController().signal
const asks = (words: string, more: Partial<GenerationRequest> = {}): GenerationRequest => ({
  model: 'm',
  messages: [{ role: 'user', parts: [{ type: 'text', text: words }] }],
  tools: [],
  toolChoice: 'auto',
  stop: [],
  format: { type: 'text' },
  ...more,
})

async function residentBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid ?? 'self'}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}

describe('the engine under load', () => {
  it('leaves the event loop of the server free while eight answers are written', async () => {
    const engine = createLlamaEngine({ ...builtInModel.options, slots: 8 })
    const { text } = engine
    if (!text) throw new Error('a language model without words')
    await text.countTokens(asks('Hello'), forever())
    const idle = monitorEventLoopDelay({ resolution: 1 })
    idle.enable()
    await sleep(1500)
    idle.disable()
    const delay = monitorEventLoopDelay({ resolution: 1 })
    const before = process.cpuUsage()
    const beganAt = performance.now()
    delay.enable()
    const story = asks('Tell me a long story about a dog.', { temperature: 0, maxTokens: 120 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => foldGeneration(text.generate(story, forever()))))
    delay.disable()
    const used = process.cpuUsage(before)
    const tokens = answers.reduce((sum, { ended }) => sum + ended.usage.outputTokens, 0)
    const elapsed = performance.now() - beganAt
    await engine.close()
    // What others take of the machine is there without us too.
    const busy = (used.user + used.system) / 1000 / elapsed
    expect(tokens).toBeGreaterThan(300)
    expect(busy).toBeLessThan(0.5)
    expect((delay.percentile(99) - idle.percentile(99)) / 1e6).toBeLessThanOrEqual(10)
  })
})

describe(`${requests} short requests`, () => {
  let folder: string
  let engine: LlamaEngine
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'medley-test-'))
    const file = join(folder, 'chance.gguf')
    // A model of chance is quick: the memory of its answers is the same.
    writeRandomModel(file, builtInModel.options.file, 3)
    engine = createLlamaEngine({ file, slots: 8 })
  })
  afterAll(async () => {
    await engine.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('leave no trace in the memory of server and engine', async () => {
    const { text } = engine
    if (!text) throw new Error('a language model without words')
    const schema = { type: 'object', properties: { a: { enum: ['x', 'y'] } }, required: ['a'] }
    async function ask(count: number, first: number): Promise<void> {
      const left = Array.from({ length: count }, (_, index) => first + index).values()
      const work = async () => {
        for (const index of left) {
          const more: Partial<GenerationRequest> =
            index % 5 === 0
              ? {
                  format: {
                    type: 'json-schema',
                    name: 'a',
                    schema: { ...schema, title: `${index % 100}` },
                    strict: true,
                  },
                }
              : {}
          await foldGeneration(
            (text as NonNullable<typeof text>).generate(
              asks(`Hello ${index}`, { ...more, maxTokens: 1 + (index % 4) }),
              forever(),
            ),
          )
        }
      }
      await Promise.all(Array.from({ length: 8 }, work))
    }
    // What grows at first is what is kept once: samplers, grammars, compiled code.
    const warmUp = Math.ceil(requests / 3)
    await ask(warmUp, 0)
    const [childBefore, ownBefore] = [await residentBytes(engine.pid), process.memoryUsage().heapUsed]
    const pid = engine.pid
    await ask(requests - warmUp, warmUp)
    expect(engine.pid).toBe(pid)
    const [childAfter, ownAfter] = [await residentBytes(engine.pid), process.memoryUsage().heapUsed]
    expect((childAfter - childBefore) / megabyte).toBeLessThan(40)
    expect((ownAfter - ownBefore) / megabyte).toBeLessThan(60)
  })
})
