// `npm test`: everything, on a fresh clone as well. What fails does not keep the rest from being run.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuild } from '../bin/build.mjs'
import { ensureDependencies } from '../bin/install.mjs'
import { LaunchError } from '../bin/launch-error.mjs'
import { endWithParent, handOver, isPinnedNode, projectEnvironment } from '../bin/pinned-node.mjs'
import { findOrInstallBrowser } from './browser.mjs'
import { runCheck, STATIC_CHECKS } from './check.mjs'
import { one, sentence, sum, tallyOfPlaywright, tallyOfRun, tallyOfVitest } from './tally.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** @typedef {import('./tally.mjs').Tally} Tally */

/** @type {[string, () => Promise<Tally>][]} */
const STEPS = [
  ['Static checks', staticChecks],
  ['The build', build],
  ['Unit and feature tests', vitest],
  ['Browser tests', playwright],
]

async function staticChecks() {
  const tallies = []
  for (const check of STATIC_CHECKS) {
    const { ok, output } = await runCheck(check)
    console.log(ok ? `right: ${check.name}` : `wrong: ${check.name}\n${output}`)
    tallies.push(one(ok))
  }
  return sum(tallies)
}

async function build() {
  await ensureBuild(root)
  return one(true)
}

async function vitest() {
  const program = join(root, 'node_modules/vitest/vitest.mjs')
  return runner(tallyOfVitest, (report) => ({
    args: [program, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  }))
}

async function playwright() {
  const program = join(root, 'node_modules/@playwright/test/cli.js')
  const CHROME_PATH = await findOrInstallBrowser()
  return runner(tallyOfPlaywright, (report) => ({
    args: [program, 'test', '--reporter=list,json'],
    env: { CHROME_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  }))
}

/**
 * Runs a test runner, which shows its own progress and writes a report.
 *
 * @param {(report: any) => Tally} tallyOf
 * @param {(report: string) => { args: string[], env?: Record<string, string> }} command
 */
async function runner(tallyOf, command) {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-report-'))
  const file = join(folder, 'report.json')
  const { args, env } = command(file)
  try {
    const options = { cwd: root, env: { ...projectEnvironment(root), ...env } }
    const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] })
    const exitCode = await new Promise((resolve) => child.once('error', resolve).once('close', resolve))
    return tallyOfRun({ report: readReport(file), exitCode, tallyOf })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** @param {() => Promise<Tally>} step */
async function tallyOfStep(step) {
  try {
    return await step()
  } catch (error) {
    console.error(error instanceof LaunchError ? error.message : error)
    return one(false)
  }
}

async function testEverything() {
  const tallies = []
  for (const [name, step] of STEPS) {
    console.log(`\n== ${name}`)
    tallies.push(await tallyOfStep(step))
  }
  return sum(tallies)
}

endWithParent()
try {
  await ensureDependencies(root)
  if (isPinnedNode(root)) {
    const total = await testEverything()
    console.log(`\n${sentence(total)}`)
    process.exitCode = total.failed > 0 ? 1 : 0
  } else {
    process.exitCode = await handOver(root, 'checks/test.mjs', [])
  }
} catch (error) {
  console.error(error instanceof LaunchError ? error.message : error)
  console.log(sentence(one(false)))
  process.exitCode = 1
}
