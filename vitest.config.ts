import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'bin/**/*.test.ts', 'checks/**/*.test.ts', 'samples/**/*.test.ts'],
    globalSetup: './src/platform/testing/global-setup.ts',
    // Long enough for a machine that does much else besides. What fails once may still be its noise, and is marked in the list
    // ("retry x1"); what fails twice is not.
    retry: 1,
    // What a test that passed has logged is of no use to anybody.
    silent: 'passed-only',
    env: { LOG_LEVEL: 'silent' },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A process for each worker: some tests start and kill processes of their own.
    pool: 'forks',
    maxWorkers: 2,
  },
})
