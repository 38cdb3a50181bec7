import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'bin/**/*.test.ts', 'checks/**/*.test.ts', 'samples/**/*.test.ts'],
    globalSetup: './src/platform/testing/global-setup.ts',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A process for each worker: some tests start and kill processes of their own.
    pool: 'forks',
    maxWorkers: 2,
  },
})
