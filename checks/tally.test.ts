import { describe, expect, it } from 'vitest'
import { one, sentence, sum, tallyOfPlaywright, tallyOfRun, tallyOfVitest } from './tally.mjs'

const vitest = (passed: number, failed: number, files: unknown[] = []) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: 1,
  numTodoTests: 0,
  testResults: files,
})
const playwright = (expected: number, unexpected: number, errors: unknown[] = []) => ({
  stats: { expected, unexpected, flaky: 1, skipped: 2 },
  errors,
})

describe('the tally of a runner', () => {
  it.each([
    ['Vitest: all good', tallyOfVitest, vitest(5, 0), 0, { passed: 5, failed: 0, skipped: 1, retried: 0 }],
    [
      'Vitest: a test failed',
      tallyOfVitest,
      vitest(5, 1),
      1,
      { passed: 5, failed: 1, skipped: 1, retried: 0 },
    ],
    [
      'Vitest: a file did not load',
      tallyOfVitest,
      vitest(5, 1, [
        { status: 'failed', assertionResults: [] },
        { status: 'failed', assertionResults: [{ status: 'failed' }] },
        { status: 'passed', assertionResults: [] },
      ]),
      1,
      { passed: 5, failed: 2, skipped: 1, retried: 0 },
    ],
    [
      'Vitest: an error outside the tests',
      tallyOfVitest,
      vitest(5, 0),
      1,
      { passed: 5, failed: 1, skipped: 1, retried: 0 },
    ],
    ['Vitest: no tests', tallyOfVitest, vitest(0, 0), 0, { passed: 0, failed: 1, skipped: 1, retried: 0 }],
    [
      'Playwright: all good',
      tallyOfPlaywright,
      playwright(5, 0),
      0,
      { passed: 6, failed: 0, skipped: 2, retried: 1 },
    ],
    [
      'Playwright: a test failed',
      tallyOfPlaywright,
      playwright(5, 1),
      1,
      { passed: 6, failed: 1, skipped: 2, retried: 1 },
    ],
    [
      'Playwright: its set-up failed',
      tallyOfPlaywright,
      playwright(0, 0, [{}]),
      1,
      { passed: 1, failed: 1, skipped: 2, retried: 1 },
    ],
    ['any that crashed', tallyOfVitest, undefined, null, { passed: 0, failed: 1, skipped: 0, retried: 0 }],
  ])('%s', (_, tallyOf, report, exitCode, tally) => {
    expect(tallyOfRun({ report, exitCode, tallyOf })).toEqual(tally)
  })
})

describe('the last line', () => {
  it.each([
    [[one(true), one(true)], '2 passed, 0 failed'],
    [[one(true), one(false)], '1 passed, 1 failed'],
    [[one(true), { passed: 2, failed: 0, skipped: 3, retried: 0 }], '3 passed, 0 failed, 3 skipped'],
    [
      [one(true), { passed: 3_799, failed: 0, skipped: 0, retried: 1 }],
      '3800 passed, 0 failed, 1 at the second try',
    ],
    [
      [
        { passed: 4, failed: 1, skipped: 2, retried: 1 },
        { passed: 4, failed: 0, skipped: 0, retried: 2 },
      ],
      '8 passed, 1 failed, 2 skipped, 3 at the second try',
    ],
  ])('of %j is "%s"', (tallies, line) => {
    expect(sentence(sum(tallies))).toBe(line)
  })
})
