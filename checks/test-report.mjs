import { stripVTControlCharacters } from 'node:util'

/**
 * The outcome of some tests. `failures` names what failed, `durations` says how many seconds each test took.
 *
 * @typedef {object} TestReport
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} failures
 * @property {{ name: string, seconds: number }[]} durations
 */

const SLOWEST = 10

/**
 * The sum of several reports.
 *
 * @param {TestReport[]} reports
 * @returns {TestReport}
 */
export function mergeReports(reports) {
  const total = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    reports.reduce((subtotal, report) => subtotal + report[key], 0)
  return {
    passed: total('passed'),
    failed: total('failed'),
    skipped: total('skipped'),
    failures: reports.flatMap(({ failures }) => failures),
    durations: reports.flatMap(({ durations }) => durations),
  }
}

/** The report of a step that counts as one test. @param {string} name @param {boolean} isOk @returns {TestReport} */
export const reportOfStep = (name, isOk) => ({
  passed: isOk ? 1 : 0,
  failed: isOk ? 0 : 1,
  skipped: 0,
  failures: isOk ? [] : [name],
  durations: [],
})

/**
 * @param {string} name
 * @param {'passed' | 'failed' | 'skipped'} outcome
 * @param {number} milliseconds
 * @returns {TestReport}
 */
const reportOfTest = (name, outcome, milliseconds) => ({
  passed: outcome === 'passed' ? 1 : 0,
  failed: outcome === 'failed' ? 1 : 0,
  skipped: outcome === 'skipped' ? 1 : 0,
  failures: outcome === 'failed' ? [name] : [],
  durations: outcome === 'skipped' ? [] : [{ name, seconds: milliseconds / 1000 }],
})

/** @param {string} text */
const firstLine = (text) => stripVTControlCharacters(text).split('\n', 1)[0] ?? ''

/**
 * Reads the output of Vitest's JSON reporter. A file that failed without a failed test, such as one that did not
 * load, is a failure of its own.
 *
 * @param {any} json
 * @param {string} root the project's folder
 */
export function readVitestReport({ testResults }, root) {
  return mergeReports(
    testResults.map((/** @type {any} */ { name, status, message, assertionResults }) => {
      const file = name.replace(`${root}/`, '')
      const tests = mergeReports(
        assertionResults.map((/** @type {any} */ test) => {
          const outcome = ['passed', 'failed'].includes(test.status) ? test.status : 'skipped'
          const titles = [...test.ancestorTitles, test.title].filter(Boolean)
          return reportOfTest([file, ...titles].join(' › '), outcome, test.duration ?? 0)
        }),
      )
      const isFileError = status === 'failed' && tests.failed === 0
      const error = firstLine(message) || 'failed outside of its tests'
      return isFileError ? mergeReports([tests, reportOfStep(`${file}: ${error}`, false)]) : tests
    }),
  )
}

/**
 * Reads the output of Playwright's JSON reporter. Errors outside of the tests, such as of the global setup, count as
 * failures.
 *
 * @param {any} json
 */
export function readPlaywrightReport({ suites, errors }) {
  /** @param {any} suite @param {string[]} titles @returns {TestReport[]} */
  const reportsOf = (suite, titles) => [
    ...(suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
      spec.tests.map((/** @type {any} */ test) => {
        const outcome =
          test.status === 'expected' ? 'passed' : test.status === 'skipped' ? 'skipped' : 'failed'
        const milliseconds = test.results.reduce(
          (/** @type {number} */ total, /** @type {any} */ { duration }) => total + duration,
          0,
        )
        return reportOfTest([...titles, spec.title].join(' › '), outcome, milliseconds)
      }),
    ),
    ...(suite.suites ?? []).flatMap((/** @type {any} */ inner) => reportsOf(inner, [...titles, inner.title])),
  ]
  return mergeReports([
    ...suites.flatMap((/** @type {any} */ suite) => reportsOf(suite, [suite.title])),
    ...errors.map((/** @type {any} */ { message }) =>
      reportOfStep(`outside of the tests: ${firstLine(message ?? 'unknown error')}`, false),
    ),
  ])
}

/**
 * The report of a runner that ended with `exitCode`. One that left no report, ran no test, or failed
 * without naming a test counts as a failure. The runners' reports lack errors outside of tests, so the
 * failure contains the error output.
 *
 * @param {{ name: string, report: TestReport | undefined, exitCode: number | null, errorOutput: string }} run
 * @returns {TestReport}
 */
export function reportOfRun({ name, report, exitCode, errorOutput }) {
  const errors = stripVTControlCharacters(errorOutput).trim()
  const end = errors && `\n${errors}`
  if (!report) return reportOfStep(`${name}: exit code ${exitCode} without a report${end}`, false)
  if (report.failed > 0) return report
  if (report.passed === 0) return mergeReports([report, reportOfStep(`${name}: no tests were run`, false)])
  if (exitCode === 0) return report
  return mergeReports([report, reportOfStep(`${name}: exit code ${exitCode}${end}`, false)])
}

/** The end of the output: the slowest tests, the failures and the totals. @param {TestReport} report */
export function formatReport({ passed, failed, skipped, failures, durations }) {
  const slowest = durations.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST)
  return [
    ...(slowest.length > 0 ? ['The slowest tests:'] : []),
    ...slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${name}`),
    ...failures.map((name) => `failed: ${name}`),
    `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  ].join('\n')
}
