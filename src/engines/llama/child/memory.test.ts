import { describe, expect, it } from 'vitest'
import { availableMemory } from './available-memory.ts'
import type { GgufInfo } from './gguf.ts'
import { memoryNeed, memoryProblem, withProjector } from './memory.ts'

const megabyte = 1024 * 1024
const info: GgufInfo = {
  values: new Map<string, string | number>([
    ['general.architecture', 'llama'],
    ['llama.block_count', 12],
    ['llama.embedding_length', 512],
    ['llama.feed_forward_length', 1536],
    ['llama.attention.head_count', 8],
    ['llama.attention.head_count_kv', 4],
  ]),
  tokens: Array.from({ length: 16_384 }, () => ''),
  tokenTypes: [],
}
const plan = { fileBytes: 50 * megabyte, contextTokens: 2048, slots: 4, batch: 256 }

describe('the memory that a model needs', () => {
  it('is told from its file: weights, conversations, computing', () => {
    const need = memoryNeed(info, plan)
    expect(need.weights).toBe(50 * megabyte)
    expect(need.conversations).toBe(12 * 4 * (64 + 64) * 2 * 2048 * 4)
    expect(need.computing).toBeGreaterThan(16_384 * 256 * 4)
  })

  it('includes what makes tokens of pictures', () => {
    const projector = {
      values: new Map<string, number>([
        ['clip.vision.image_size', 560],
        ['clip.vision.patch_size', 14],
        ['clip.vision.attention.head_count', 16],
      ]),
      tokens: [],
      tokenTypes: [],
    }
    const alone = memoryNeed(info, plan)
    const both = withProjector(alone, projector, 20 * megabyte)
    expect(both.weights).toBe(70 * megabyte)
    expect(both.conversations).toBe(alone.conversations)
    // Every patch looks at every other.
    expect(both.computing - alone.computing).toBeGreaterThan(1600 * 1600 * 16 * 4)
  })

  it('is compared with what is free, in numbers', () => {
    const need = memoryNeed(info, plan)
    expect(memoryProblem(need, 1024 * megabyte, plan)).toBeUndefined()
    expect(memoryProblem(need, 100 * megabyte, plan)).toMatch(
      /needs about \d+ MB of memory \(50 MB for its weights, 96 MB for 4 conversations of 2048 tokens, \d+ MB to compute\), and 100 MB are free/,
    )
  })
})

describe('the memory that is free', () => {
  const files = (all: Record<string, string>) => (path: string) => {
    const text = all[path]
    if (text === undefined) throw new Error('no such file')
    return text
  }
  const free = () => 1000

  it('is that of the machine where nothing limits it', () => {
    expect(availableMemory(free, files({}))).toBe(1000)
    expect(
      availableMemory(free, files({ '/sys/fs/cgroup/memory.max': 'max\n', '/sys/fs/cgroup/memory.current': '5\n' })),
    ).toBe(1000)
  })

  it('is that of the container, with the files that it keeps only because there is room', () => {
    const container = {
      '/sys/fs/cgroup/memory.max': '600\n',
      '/sys/fs/cgroup/memory.current': '500\n',
      '/sys/fs/cgroup/memory.stat': 'anon 300\ninactive_file 150\nactive_file 50\n',
    }
    expect(availableMemory(free, files(container))).toBe(250)
    const older = {
      '/sys/fs/cgroup/memory/memory.limit_in_bytes': '600\n',
      '/sys/fs/cgroup/memory/memory.usage_in_bytes': '590\n',
      '/sys/fs/cgroup/memory/memory.stat': 'inactive_file 9\ntotal_inactive_file 20\n',
    }
    expect(availableMemory(free, files(older))).toBe(30)
  })
})
