import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'test/heavy/**'],
    // Waits end as soon as what they wait for is there; the limit is for a busy machine.
    expect: { poll: { timeout: 10_000, interval: 20 } },
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
