import { describe, expect, it } from 'vitest'
import { failure, one, sum, summary, tallyOfPlaywright, tallyOfRun, tallyOfVitest } from './tally.mjs'

const unit = (fullName: string, state: string, flaky = false) => ({
  fullName,
  result: () => ({ state }),
  diagnostic: () => ({ flaky }),
})

function module(
  tests: unknown[],
  { errors = [] as unknown[], suiteErrors = [] as unknown[], state = 'passed' } = {},
) {
  return {
    relativeModuleId: 'src/a.test.ts',
    children: { allTests: () => tests, allSuites: () => [{ errors: () => suiteErrors }] },
    errors: () => errors,
    state: () => state,
  }
}

const browser = (name: string, outcome: string) => ({
  titlePath: () => ['', 'a.spec.ts', name],
  outcome: () => outcome,
})

describe('the tally of Vitest', () => {
  it('counts tests, and names those that failed or were tried again', () => {
    const tests = [
      unit('good', 'passed'),
      unit('slow > good', 'passed', true),
      unit('bad > worse', 'failed'),
      unit('left out', 'skipped'),
    ]
    expect(tallyOfVitest([module(tests), module([unit('good', 'passed')])], [])).toEqual({
      passed: 3,
      failed: 1,
      skipped: 1,
      retried: 1,
      lines: ['at the second try: src/a.test.ts › slow › good', 'failed: src/a.test.ts › bad › worse'],
    })
  })

  it.each([
    [
      'of a file that did not load',
      [module([], { errors: [{ stack: 'Error: no such module\n    at a.ts:1' }], state: 'failed' })],
      [],
      'src/a.test.ts: Error: no such module',
    ],
    [
      'after the tests of a suite',
      [module([], { suiteErrors: [{ message: '\u001b[31mheld\u001b[39m' }] })],
      [],
      'src/a.test.ts: held',
    ],
    ['of a process that died', [module([], { state: 'queued' })], [], 'src/a.test.ts: it did not end'],
    ['that no test caused', [], [{ stack: 'Error: lost' }], 'outside the tests: Error: lost'],
  ])('names an error %s', (_, modules, unhandled, what) => {
    expect(tallyOfVitest(modules, unhandled)).toEqual(failure(what))
  })
})

describe('the tally of Playwright', () => {
  it('counts tests, and names those that failed or were tried again', () => {
    const tests = [
      browser('good', 'expected'),
      browser('slow', 'flaky'),
      browser('bad', 'unexpected'),
      browser('left out', 'skipped'),
    ]
    expect(tallyOfPlaywright(tests, [])).toEqual({
      passed: 2,
      failed: 1,
      skipped: 1,
      retried: 1,
      lines: ['at the second try: a.spec.ts › slow', 'failed: a.spec.ts › bad'],
    })
  })

  it('names an error of its set-up', () => {
    expect(tallyOfPlaywright([], [{ message: 'Error: no browser\nat all' }])).toEqual(
      failure('outside the tests: Error: no browser'),
    )
  })
})

describe('the tally of a runner', () => {
  const good = one('a', true)
  const bad = sum([good, failure('b')])
  it.each([
    ['all good', good, 0, good],
    ['a test failed', bad, 1, bad],
    ['it failed without naming what', good, 1, sum([good, failure('Tests: they ended with 1')])],
    ['nothing ran', sum([]), 0, failure('Tests: none ran')],
    ['it crashed', undefined, null, failure('Tests: they ended with null and left no report')],
  ])('%s', (_, report, exitCode, tally) => {
    expect(tallyOfRun({ name: 'Tests', report, exitCode })).toEqual(tally)
  })
})

describe('the end of the output', () => {
  const counts = { passed: 4, failed: 0, skipped: 0, retried: 0, lines: [] }
  it.each([
    [[one('a', true), one('b', true)], '2 passed, 0 failed'],
    [[one('a', true), one('b', false)], 'failed: b\n1 passed, 1 failed'],
    [[one('a', true), { ...counts, skipped: 3 }], '5 passed, 0 failed, 3 skipped'],
    [
      [
        { ...counts, failed: 1, skipped: 2, retried: 1, lines: ['failed: a', 'at the second try: b'] },
        { ...counts, retried: 2, lines: ['at the second try: c', 'at the second try: d'] },
      ],
      'failed: a\nat the second try: b\nat the second try: c\nat the second try: d\n' +
        '8 passed, 1 failed, 2 skipped, 3 at the second try',
    ],
  ])('of %j is "%s"', (tallies, text) => {
    expect(summary(sum(tallies))).toBe(text)
  })
})
