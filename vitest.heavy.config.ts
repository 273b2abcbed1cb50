import { defineConfig } from 'vitest/config'

/** What takes minutes, other programs or whole processes; one file at a time, because some of it measures. */
export default defineConfig({
  test: {
    include: ['test/heavy/**/*.test.ts'],
    fileParallelism: false,
    // Waits end as soon as what they wait for is there; the limit is for a busy machine.
    expect: { poll: { timeout: 10_000, interval: 20 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
