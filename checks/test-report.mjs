import { existsSync, readFileSync } from 'node:fs'
import { DomUtils, parseDocument } from 'htmlparser2'

const SLOWEST = 10

/** @typedef {{ name: string, seconds?: number, outcome: 'passed' | 'failed' | 'skipped' }} Result */

/**
 * Reads the JUnit report of a step. Adds a failure if the step failed without a failed test, or ran no tests. A step without
 * a report counts as one test.
 *
 * @param {string} step
 * @param {number | null} exitCode
 * @param {string} file
 * @returns {Result[]}
 */
export function readReport(step, exitCode, file) {
  const outcome = exitCode === 0 ? 'passed' : 'failed'
  if (!existsSync(file)) return [{ name: `${step}: exit code ${exitCode}`, outcome }]
  const cases = DomUtils.getElementsByTagName(
    'testcase',
    parseDocument(readFileSync(file, 'utf8'), { xmlMode: true }),
  )
  const results = cases.map(({ attribs: { classname, name, time }, children }) => {
    const tags = children.map((child) => ('name' in child ? child.name : ''))
    const isFailed = tags.includes('failure') || tags.includes('error')
    return {
      name: `${classname} › ${name}`,
      seconds: Number(time),
      outcome: /** @type {const} */ (isFailed ? 'failed' : tags.includes('skipped') ? 'skipped' : 'passed'),
    }
  })
  if (results.every(({ outcome }) => outcome === 'skipped'))
    return [...results, { name: `${step}: no tests were run`, outcome: 'failed' }]
  const isExplained = exitCode === 0 || results.some(({ outcome }) => outcome === 'failed')
  return isExplained ? results : [...results, { name: `${step}: exit code ${exitCode}`, outcome }]
}

/** The end of the output: the slowest tests, the failures and the totals. @param {Result[]} results */
export function formatTotals(results) {
  const named = (/** @type {Result['outcome']} */ outcome) =>
    results.filter((result) => result.outcome === outcome)
  const slowest = results
    .flatMap(({ name, seconds }) => (seconds ? [{ name, seconds }] : []))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST)
  const skipped = named('skipped').length
  return [
    'The slowest tests:',
    ...slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${name}`),
    ...named('failed').map(({ name }) => `failed: ${name}`),
    `${named('passed').length} passed, ${named('failed').length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  ].join('\n')
}
