import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/**
 * How many tests passed, failed and were left out. Of those that passed, `retried` failed at first. `lines` name what failed and
 * what was retried, for the end of the output: it may be all that is left of it.
 *
 * @typedef {{ passed: number, failed: number, skipped: number, retried: number, lines: string[] }} Tally
 */

/** @returns {Tally} */
const nothing = () => ({ passed: 0, failed: 0, skipped: 0, retried: 0, lines: [] })

/**
 * The sum of several.
 *
 * @param {Tally[]} tallies
 * @returns {Tally}
 */
export function sum(tallies) {
  const total = (/** @type {'passed' | 'failed' | 'skipped' | 'retried'} */ key) =>
    tallies.reduce((subtotal, tally) => subtotal + tally[key], 0)
  return {
    passed: total('passed'),
    failed: total('failed'),
    skipped: total('skipped'),
    retried: total('retried'),
    lines: tallies.flatMap(({ lines }) => lines),
  }
}

/** What failed counts as one test. @param {string} what @returns {Tally} */
export const failure = (what) => ({ ...nothing(), failed: 1, lines: [`failed: ${what}`] })

/** A step that is one test. @param {string} name @param {boolean} isGood @returns {Tally} */
export const one = (name, isGood) => (isGood ? { ...nothing(), passed: 1 } : failure(name))

/** A test that failed at first, and passed when it was tried again. @param {string} name @returns {Tally} */
const retried = (name) => ({ ...nothing(), passed: 1, retried: 1, lines: [`at the second try: ${name}`] })

/** The first line of an error, without the colours of a terminal. @param {any} error */
const firstLine = (error) =>
  stripVTControlCharacters(String(error?.stack ?? error?.message ?? error?.value ?? error)).split('\n', 1)[0]

/** Errors that no test caused, such as of what sets the tests up. @param {readonly any[]} errors */
const outside = (errors) => errors.map((error) => failure(`outside the tests: ${firstLine(error)}`))

/**
 * What Vitest tells its reporters at the end of a run. What failed outside the tests of a file, such as what cleans up after
 * them, is a failure of its own, and so is an error that no test caused.
 *
 * @param {readonly any[]} modules
 * @param {readonly any[]} unhandledErrors
 * @returns {Tally}
 */
export function tallyOfVitest(modules, unhandledErrors) {
  const tallies = modules.flatMap((module) => {
    const file = module.relativeModuleId
    const suites = [module, ...module.children.allSuites()]
    const errors = suites.flatMap((suite) => suite.errors()).map(firstLine)
    if (module.state() === 'pending' || module.state() === 'queued') errors.push('it did not end')
    const tests = [...module.children.allTests()].map((test) => {
      const name = `${file} › ${test.fullName.replaceAll(' > ', ' › ')}`
      const { state } = test.result()
      if (state === 'passed') return test.diagnostic()?.flaky ? retried(name) : one(name, true)
      return state === 'failed' ? failure(name) : { ...nothing(), skipped: 1 }
    })
    return [...tests, ...errors.map((error) => failure(`${file}: ${error}`))]
  })
  return sum([...tallies, ...outside(unhandledErrors)])
}

/**
 * What Playwright tells its reporters at the end of a run. `errors` are those of no test, such as of its set-up.
 *
 * @param {readonly any[]} tests
 * @param {readonly any[]} errors
 * @returns {Tally}
 */
export function tallyOfPlaywright(tests, errors) {
  const tallies = tests.map((test) => {
    const name = test.titlePath().filter(Boolean).join(' › ')
    switch (test.outcome()) {
      case 'expected':
        return one(name, true)
      case 'flaky':
        return retried(name)
      case 'skipped':
        return { ...nothing(), skipped: 1 }
      default:
        return failure(name)
    }
  })
  return sum([...tallies, ...outside(errors)])
}

/**
 * The tally of the runner `name` that ended with `exitCode` and left `report`. One that left none, that ran nothing, or that says
 * it failed without naming a test, has failed.
 *
 * @param {{ name: string, report: Tally | undefined, exitCode: number | null }} run
 * @returns {Tally}
 */
export function tallyOfRun({ name, report, exitCode }) {
  if (!report) return failure(`${name}: they ended with ${exitCode} and left no report`)
  if (report.failed > 0) return report
  if (report.passed === 0) return sum([report, failure(`${name}: none ran`)])
  return exitCode === 0 ? report : sum([report, failure(`${name}: they ended with ${exitCode}`)])
}

/** Leaves a reporter's tally where `npm test` reads it; run by hand, a runner has no such place. @param {Tally} tally */
export function leaveTally(tally) {
  if (process.env.TALLY_FILE) writeFileSync(process.env.TALLY_FILE, JSON.stringify(tally))
}

/** The end of the output. @param {Tally} tally */
export function summary({ passed, failed, skipped, retried, lines }) {
  const more = [skipped > 0 && `${skipped} skipped`, retried > 0 && `${retried} at the second try`]
  return [...lines, [`${passed} passed, ${failed} failed`, ...more.filter(Boolean)].join(', ')].join('\n')
}
