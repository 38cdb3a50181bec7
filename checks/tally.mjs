/**
 * How many tests passed, failed and were left out. Of those that passed, `retried` failed at first.
 *
 * @typedef {{ passed: number, failed: number, skipped: number, retried: number }} Tally
 */

/**
 * The sum of several.
 *
 * @param {Tally[]} tallies
 * @returns {Tally}
 */
export function sum(tallies) {
  const total = (/** @type {keyof Tally} */ key) =>
    tallies.reduce((subtotal, tally) => subtotal + tally[key], 0)
  return {
    passed: total('passed'),
    failed: total('failed'),
    skipped: total('skipped'),
    retried: total('retried'),
  }
}

/** A step that is one test. @param {boolean} isGood @returns {Tally} */
export const one = (isGood) => ({ passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0, retried: 0 })

/**
 * What Vitest's JSON report counts. A file that could not be run is a failure of its own.
 *
 * @param {any} report
 * @returns {Tally}
 */
export function tallyOfVitest({
  numPassedTests,
  numFailedTests,
  numPendingTests,
  numTodoTests,
  testResults,
}) {
  const brokenFiles = testResults.filter(
    (/** @type {any} */ file) =>
      file.status === 'failed' &&
      !file.assertionResults.some((/** @type {any} */ test) => test.status === 'failed'),
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + brokenFiles.length,
    skipped: numPendingTests + numTodoTests,
    retried: 0,
  }
}

/**
 * What Playwright's JSON report counts. A test that it calls flaky failed, and passed when it was tried again. Its
 * `errors` are those of no test.
 *
 * @param {any} report
 * @returns {Tally}
 */
export function tallyOfPlaywright({ stats, errors }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    retried: stats.flaky,
  }
}

/**
 * The tally of a runner that ended with `exitCode` and left `report`. One that left none, that ran nothing, or that
 * says it failed without naming a test, has failed.
 *
 * @param {{ report: any, exitCode: number | null, tallyOf: (report: any) => Tally }} run
 * @returns {Tally}
 */
export function tallyOfRun({ report, exitCode, tallyOf }) {
  if (!report) return one(false)
  const tally = tallyOf(report)
  const isSilentFailure = tally.failed === 0 && (exitCode !== 0 || tally.passed === 0)
  return isSilentFailure ? { ...tally, failed: 1 } : tally
}

/** @param {Tally} tally */
export function sentence({ passed, failed, skipped, retried }) {
  const more = [skipped > 0 && `${skipped} skipped`, retried > 0 && `${retried} at the second try`]
  return [`${passed} passed, ${failed} failed`, ...more.filter(Boolean)].join(', ')
}
