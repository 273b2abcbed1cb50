import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'test/heavy/**'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
