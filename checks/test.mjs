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

async function runVitest(/** @type {string} */ report) {
  const { installTestServers } = await import('./install-packages.mjs')
  installTestServers()
  return runNode([...VITEST, `--outputFile.junit=${report}`])
}

async function runPlaywright(/** @type {string} */ report) {
  const { findOrInstallBrowser, installEngines } = await import('./browser.mjs')
  const CHROME_PATH = await findOrInstallBrowser()
  installEngines()
  return runNode(PLAYWRIGHT, { CHROME_PATH, PLAYWRIGHT_JUNIT_OUTPUT_FILE: report })
}

/** Each returns an exit code. Test runners write a JUnit report. @type {[string, (report: string) => Promise<number | null>][]} */
const STEPS = [
  ['Static checks', () => runNode(['checks/check.mjs'])],
  ['Build', () => ensureBuild().then(() => 0)],
  ['Known vulnerabilities', () => runNode(['checks/audit.mjs'])],
  ['Unit and feature tests', runVitest],
  ['Browser tests', runPlaywright],
]

/** @returns {Promise<number>} the exit code */
async function runSteps() {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-reports-'))
  try {
    const { readReport, formatTotals } = await import('./test-report.mjs')
    const results = []
    process.once('SIGTERM', () => stopping.abort())
    for (const [index, [name, step]] of STEPS.entries()) {
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
