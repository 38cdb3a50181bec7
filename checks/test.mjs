// `npm test`: everything, on a fresh clone as well. What fails does not keep the rest from being run.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuild } from '../bin/build.mjs'
import { ensureDependencies } from '../bin/install.mjs'
import { exitWithParent, isPinnedNode, projectEnvironment, runOnPinnedNode } from '../bin/node-runtime.mjs'
import { LaunchError } from '../bin/run-command.mjs'
import { findOrInstallBrowser } from './browser.mjs'
import { runCheck, STATIC_CHECKS } from './check.mjs'
import { failure, one, sum, summary, tallyOfRun } from './tally.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** @typedef {import('./tally.mjs').Tally} Tally */

/** @type {[string, (name: string) => Promise<Tally>][]} */
const STEPS = [
  ['Static checks', staticChecks],
  ['The build', build],
  ['Unit and feature tests', vitest],
  ['Browser tests', playwright],
]

async function staticChecks() {
  const tallies = STATIC_CHECKS.map(async (check) => {
    const { ok, output } = await runCheck(check)
    console.log(ok ? `right: ${check.name}` : `wrong: ${check.name}\n${output}`)
    return one(check.name, ok)
  })
  return sum(await Promise.all(tallies))
}

/** @param {string} name */
async function build(name) {
  await ensureBuild(root)
  return one(name, true)
}

/** @param {string} name */
async function vitest(name) {
  return runner(name, [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=./checks/vitest-reporter.mjs',
  ])
}

/** @param {string} name */
async function playwright(name) {
  const CHROME_PATH = await findOrInstallBrowser()
  return runner(
    name,
    ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,./checks/playwright-reporter.mjs'],
    { CHROME_PATH },
  )
}

/**
 * Runs a test runner, which shows its own progress; a reporter of ours leaves its tally.
 *
 * @param {string} name
 * @param {string[]} args
 * @param {Record<string, string>} [more] of its environment
 */
async function runner(name, args, more) {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-tally-'))
  const TALLY_FILE = join(folder, 'tally.json')
  try {
    const env = { ...projectEnvironment(root), ...more, TALLY_FILE }
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
    const exitCode = await new Promise((resolve) => child.once('error', resolve).once('close', resolve))
    return tallyOfRun({ name, report: readTally(TALLY_FILE), exitCode })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @param {string} file @returns {Tally | undefined} */
function readTally(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * @param {string} name
 * @param {(name: string) => Promise<Tally>} step
 */
async function tallyOfStep(name, step) {
  try {
    return await step(name)
  } catch (error) {
    console.error(error instanceof LaunchError ? error.message : error)
    return failure(name)
  }
}

async function testEverything() {
  const tallies = []
  for (const [name, step] of STEPS) {
    console.log(`\n== ${name}`)
    tallies.push(await tallyOfStep(name, step))
  }
  return sum(tallies)
}

exitWithParent()
try {
  await ensureDependencies(root)
  if (isPinnedNode(root)) {
    const total = await testEverything()
    console.log(`\n${summary(total)}`)
    process.exitCode = total.failed > 0 ? 1 : 0
  } else {
    process.exitCode = await runOnPinnedNode(root, 'checks/test.mjs', [])
  }
} catch (error) {
  console.error(error instanceof LaunchError ? error.message : error)
  console.log(summary(failure('the start of the tests')))
  process.exitCode = 1
}
