import { defineConfig } from 'vitest/config'

/** What takes minutes, other programs or whole processes; one file at a time, because some of it measures. */
export default defineConfig({
  test: {
    include: ['test/heavy/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
