// `npm test`: all checks and tests, even in a fresh clone. The remaining steps run even if one fails.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuild } from '../bin/build.mjs'
import { ensureDependencies } from '../bin/install.mjs'
import { exitWithParent, isPinnedNode, projectEnvironment, runOnPinnedNode } from '../bin/node-runtime.mjs'
import { LaunchError } from '../bin/run-command.mjs'
import { findOrInstallBrowser } from './browser.mjs'
import { runCheck, STATIC_CHECKS } from './check.mjs'
import { installEngines } from './engines.mjs'
import {
  formatReport,
  mergeReports,
  readPlaywrightReport,
  readVitestReport,
  reportOfRun,
  reportOfStep,
} from './test-report.mjs'
import { checkVulnerabilities, formatOutcome, hasSevereVulnerability } from './vulnerabilities.mjs'

/** @typedef {import('./test-report.mjs').TestReport} TestReport */

/** In characters. */
const MAX_ERROR_OUTPUT = 4_000

const root = resolve(fileURLToPath(new URL('..', import.meta.url)))

/** @type {[string, (name: string) => Promise<TestReport>][]} */
const STEPS = [
  ['Static checks', runStaticChecks],
  ['Build', runBuild],
  ['Known vulnerabilities', runVulnerabilityCheck],
  ['Unit and feature tests', runVitest],
  ['Browser tests', runPlaywright],
]

async function runStaticChecks() {
  const reports = STATIC_CHECKS.map(async (check) => {
    const { ok, output } = await runCheck(check)
    console.log(ok ? `passed: ${check.name}` : `failed: ${check.name}\n${output}`)
    return reportOfStep(check.name, ok)
  })
  return mergeReports(await Promise.all(reports))
}

/** Fails for a severe vulnerability only, not if nothing could be checked. @param {string} name */
async function runVulnerabilityCheck(name) {
  const outcome = await checkVulnerabilities(root)
  console.log(formatOutcome(outcome))
  return 'findings' in outcome ? reportOfStep(name, !hasSevereVulnerability(outcome)) : mergeReports([])
}

/** @param {string} name */
async function runBuild(name) {
  await ensureBuild(root)
  return reportOfStep(name, true)
}

/** @param {string} name */
async function runVitest(name) {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json']
  return runRunner(name, {
    command: (file) => ({ args: [...args, `--outputFile.json=${file}`], env: {} }),
    read: (json) => readVitestReport(json, root),
  })
}

/** @param {string} name */
async function runPlaywright(name) {
  const CHROME_PATH = await findOrInstallBrowser()
  installEngines()
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json']
  return runRunner(name, {
    command: (file) => ({ args, env: { CHROME_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: file } }),
    read: readPlaywrightReport,
  })
}

/**
 * Runs a test runner, which prints its own progress and writes a JSON report to a file.
 *
 * @param {string} name
 * @param {object} runner
 * @param {(reportFile: string) => { args: string[], env: Record<string, string> }} runner.command
 * @param {(json: any) => TestReport} runner.read
 */
async function runRunner(name, { command, read }) {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-report-'))
  try {
    const file = join(folder, 'report.json')
    const { args, env } = command(file)
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...projectEnvironment(root), ...env },
      stdio: ['ignore', 'inherit', 'pipe'],
    })
    let errorOutput = ''
    child.stderr.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      process.stderr.write(text)
      errorOutput = (errorOutput + text).slice(-MAX_ERROR_OUTPUT)
    })
    const exitCode = await new Promise((resolve) => child.once('error', resolve).once('close', resolve))
    const json = readJson(file)
    return reportOfRun({ name, report: json && read(json), exitCode, errorOutput })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * @param {string} name
 * @param {(name: string) => Promise<TestReport>} step
 */
async function runStep(name, step) {
  const start = performance.now()
  console.log(`\n== ${name}`)
  try {
    return await step(name)
  } catch (error) {
    console.error(error instanceof LaunchError ? error.message : error)
    return reportOfStep(name, false)
  } finally {
    console.log(`${name}: ${Math.round((performance.now() - start) / 1000)} s`)
  }
}

async function runSteps() {
  const reports = []
  for (const [name, step] of STEPS) reports.push(await runStep(name, step))
  return mergeReports(reports)
}

exitWithParent()
try {
  await ensureDependencies(root)
  if (isPinnedNode(root)) {
    const report = await runSteps()
    console.log(`\n${formatReport(report)}`)
    process.exitCode = report.failed > 0 ? 1 : 0
  } else {
    process.exitCode = await runOnPinnedNode(root, 'checks/test.mjs', [])
  }
} catch (error) {
  console.error(error instanceof LaunchError ? error.message : error)
  console.log(formatReport(reportOfStep('start of the tests', false)))
  process.exitCode = 1
}
