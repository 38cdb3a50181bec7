import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { findMemoryFolder } from './src/platform/testing/memory-folder.ts'

const memoryFolder = findMemoryFolder()
if (memoryFolder) process.env.TMPDIR ??= memoryFolder

/**
 * Tests that mock modules, or set the language. Other files in the same process would get the mocks and the language too.
 * They start first. The longest test is among them, so that it does not run alone at the end.
 */
export const ISOLATED_TESTS = [
  'src/features/backups/server/load-backup.server.test.ts',
  'src/features/backups/server/nightly-backup.server.test.ts',
  'src/features/backups/server/restore-backup.server.test.ts',
  'src/features/collaboration/admin/draft-sync.writing-together.test.ts',
  'src/features/collaboration/admin/requested-document.test.ts',
  'src/features/exports/server/export-handler.server.test.ts',
  'src/features/publishing/server/late-publications.server.test.ts',
  'src/kernel/text/phrase.test.ts',
  'src/platform/cache/memoise-text.server.test.ts',
  'src/platform/postgres/installation.server.test.ts',
  'src/platform/render/unavailable-page.server.test.ts',
]

/**
 * Tests of modules with process-wide state, such as the sign-in service, and of commands and processes, which they start,
 * stop and kill: each file loads its own copy of our modules.
 */
const STATEFUL_TESTS = [
  'bin/**/*.test.ts',
  'src/app/cli/**/*.test.ts',
  'src/features/accounts/server/*.test.ts',
  'src/features/feeds/ingest/fetch-news-handler.server.force.test.ts',
  'src/features/feeds/ingest/fetch-news.server.processes.test.ts',
  'src/platform/postgres/**/*.test.ts',
]

const RESOLVE_DRIZZLE = [
  '--import',
  new URL('src/platform/testing/resolve-drizzle.mjs', import.meta.url).href,
]

const FAST_PASSWORD_HASH = './src/features/accounts/testing/fast-password-hash.ts'

const shared = {
  // Console output of passing tests is noise.
  silent: 'passed-only',
  // Many tests start processes, which compile the same modules.
  env: {
    LOG_LEVEL: 'silent',
    NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/node', import.meta.url)),
  },
  execArgv: RESOLVE_DRIZZLE,
  setupFiles: './src/platform/testing/reset-process-state.ts',
  testTimeout: 30_000,
  // The same as those of `eventually`.
  expect: { poll: { timeout: 25_000, interval: 20 } },
  hookTimeout: 60_000,
  // Two more than a small machine has cores: process tests spend most of their time waiting.
  maxWorkers: 4,
} as const

export default defineConfig({
  test: {
    ...shared,
    globalSetup: './src/platform/testing/global-setup.ts',
    slowTestThreshold: 2_000,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: [
            'src/**/*.test.ts',
            'checks/**/*.test.ts',
            'harness/**/*.test.ts',
            'samples/**/*.test.ts',
          ],
          exclude: [...ISOLATED_TESTS, ...STATEFUL_TESTS],
          pool: 'forks',
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: 'isolated',
          include: ISOLATED_TESTS,
          pool: 'forks',
        },
      },
      {
        test: {
          ...shared,
          name: 'stateful',
          setupFiles: ['./src/platform/testing/reset-modules.ts', shared.setupFiles, FAST_PASSWORD_HASH],
          include: STATEFUL_TESTS,
          exclude: ISOLATED_TESTS,
          pool: 'forks',
          isolate: false,
        },
      },
    ],
  },
})
