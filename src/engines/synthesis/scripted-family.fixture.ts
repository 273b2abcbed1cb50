import type { FamilyModule } from './families.ts'

/** Stands in for a second family: says each clause in one piece, whose samples tell which folder it was opened with. */
export const family: FamilyModule = {
  recipes: {
    'lively-girl': { language: 'english', recipe: { mix: {}, shift: 0, swing: 1, median: 200 } },
  },
  async open(folder) {
    return {
      rate: 16_000,
      async *speak() {
        yield new Float32Array(1600).fill(folder.length / 1000)
      },
      median: async () => 200,
      close: async () => {},
    }
  },
}
