// `npm test`: all checks and tests, even in a fresh clone. The remaining steps run even if one fails.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  ensureBuild,
  ensureDependencies,
  exitWithParent,
  exitWithStatus,
  isPinnedNode,
  runOnPinnedNode,
} from '../bin/launch.mjs'
import { LaunchError } from '../bin/launch-error.mjs'
import { findOrInstallBrowser, installEngines } from './browser.mjs'
import { installTestServers } from './install-packages.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=junit']
const PLAYWRIGHT = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,junit']

const stopping = new AbortController()

/** @param {string[]} args @param {Record<string, string>} env @returns {Promise<number | null>} the exit code */
function runNode(args, env = {}) {
  const options = { cwd: ROOT, env: { ...process.env, ...env }, signal: stopping.signal }
  const child = spawn(process.execPath, args, { ...options, stdio: 'inherit' })
  return new Promise((resolve) => child.once('error', () => resolve(1)).once('close', resolve))
}

async function installBrowsers() {
  const path = await findOrInstallBrowser()
  await installEngines()
  return path
}

/** Starts what later steps need, since neither a build nor a download uses all processors. */
function startPreparation() {
  const servers = installTestServers()
  const preparation = { build: ensureBuild(), servers, browser: servers.then(installBrowsers) }
  // The step that needs it reports a failure.
  for (const started of Object.values(preparation)) started.catch(() => {})
  return preparation
}

/**
 * Each returns an exit code. Test runners write a JUnit report.
 *
 * @param {ReturnType<typeof startPreparation>} preparation
 * @returns {[string, (report: string) => Promise<number | null>][]}
 */
const listSteps = ({ build, servers, browser }) => [
  ['Static checks', () => runNode(['checks/check.mjs'])],
  ['Build', () => build.then(() => 0)],
  ['Known vulnerabilities', () => runNode(['checks/audit.mjs'])],
  [
    'Unit and feature tests',
    async (report) => {
      await servers
      return runNode([...VITEST, `--outputFile.junit=${report}`])
    },
  ],
  [
    'Browser tests',
    async (report) =>
      runNode(PLAYWRIGHT, { CHROME_PATH: await browser, PLAYWRIGHT_JUNIT_OUTPUT_FILE: report }),
  ],
]

/** @returns {Promise<number>} the exit code */
async function runSteps() {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-reports-'))
  try {
    const { readReport, formatTotals } = await import('./test-report.mjs')
    const results = []
    process.once('SIGTERM', () => stopping.abort())
    for (const [index, [name, step]] of listSteps(startPreparation()).entries()) {
      if (stopping.signal.aborted) return 143
      console.log(`\n== ${name}`)
      const report = join(folder, `${index}.xml`)
      const startedAt = performance.now()
      const code = await step(report).catch((error) => {
        console.error(error instanceof LaunchError ? error.message : error)
        return 1
      })
      console.log(`${name}: ${Math.round((performance.now() - startedAt) / 1_000)} s`)
      results.push(...readReport(name, code, report))
    }
    console.log(`\n${formatTotals(results)}`)
    return results.some(({ outcome }) => outcome === 'failed') ? 1 : 0
  } finally {
    rmSync(folder, { recursive: true })
  }
}

exitWithParent()
await exitWithStatus(async () => {
  await ensureDependencies()
  return isPinnedNode() ? runSteps() : runOnPinnedNode('checks/test.mjs', [])
})
