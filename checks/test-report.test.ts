import { describe, expect, it } from 'vitest'
import {
  formatReport,
  mergeReports,
  readPlaywrightReport,
  readVitestReport,
  reportOfRun,
  reportOfStep,
} from './test-report.mjs'

const passed = (name: string, seconds = 1) => ({
  passed: 1,
  failed: 0,
  skipped: 0,
  failures: [],
  durations: [{ name, seconds }],
})

describe('readVitestReport', () => {
  const file = (assertionResults: unknown[], { status = 'passed', message = '' } = {}) => ({
    name: '/project/src/a.test.ts',
    status,
    message,
    assertionResults,
  })
  const test = (title: string, status: string, duration = 1_500) => ({
    ancestorTitles: ['', 'group'],
    title,
    status,
    duration,
  })

  it('counts tests, names failures and keeps durations', () => {
    const tests = [test('good', 'passed'), test('bad', 'failed'), test('left out', 'skipped')]
    const report = readVitestReport({ testResults: [file(tests, { status: 'failed' })] }, '/project')
    expect(report).toEqual({
      passed: 1,
      failed: 1,
      skipped: 1,
      failures: ['src/a.test.ts › group › bad'],
      durations: [
        { name: 'src/a.test.ts › group › good', seconds: 1.5 },
        { name: 'src/a.test.ts › group › bad', seconds: 1.5 },
      ],
    })
  })

  it.each([
    ['of a file that did not load', [], 'no such module\n  at a.ts', 'src/a.test.ts: no such module'],
    ['in a hook', [test('good', 'passed')], '\u001b[31mlocked\u001b[39m', 'src/a.test.ts: locked'],
    ['without a message', [], '', 'src/a.test.ts: failed outside of its tests'],
  ])('names an error %s', (_, tests, message, failure) => {
    const report = readVitestReport({ testResults: [file(tests, { status: 'failed', message })] }, '/project')
    expect(report).toMatchObject({ passed: tests.length, failed: 1, failures: [failure] })
  })
})

describe('readPlaywrightReport', () => {
  const spec = (title: string, status: string) => ({
    title,
    tests: [{ status, results: [{ duration: 2_000 }] }],
  })

  it('counts tests, names failures and keeps durations', () => {
    const suites = [
      {
        title: 'a.spec.ts',
        specs: [spec('good', 'expected'), spec('unstable', 'flaky')],
        suites: [{ title: 'group', specs: [spec('bad', 'unexpected'), spec('left out', 'skipped')] }],
      },
    ]
    expect(readPlaywrightReport({ suites, errors: [] })).toEqual({
      passed: 1,
      failed: 2,
      skipped: 1,
      failures: ['a.spec.ts › unstable', 'a.spec.ts › group › bad'],
      durations: [
        { name: 'a.spec.ts › good', seconds: 2 },
        { name: 'a.spec.ts › unstable', seconds: 2 },
        { name: 'a.spec.ts › group › bad', seconds: 2 },
      ],
    })
  })

  it('names errors outside of the tests', () => {
    const report = readPlaywrightReport({ suites: [], errors: [{ message: 'no browser\nat all' }] })
    expect(report).toMatchObject({ failed: 1, failures: ['outside of the tests: no browser'] })
  })
})

describe('reportOfRun', () => {
  const bad = mergeReports([passed('a'), reportOfStep('b', false)])
  const withFailure = (name: string) => mergeReports([passed('a'), reportOfStep(name, false)])
  it.each([
    ['every test passed', passed('a'), 0, passed('a')],
    ['a test failed', bad, 1, bad],
    [
      'the runner failed without naming a test',
      passed('a'),
      1,
      withFailure('Tests: exit code 1\nUnhandled error: connection lost'),
    ],
    ['no test was run', mergeReports([]), 0, reportOfStep('Tests: no tests were run', false)],
    [
      'the runner crashed',
      undefined,
      null,
      reportOfStep('Tests: exit code null without a report\nUnhandled error: connection lost', false),
    ],
  ])('%s', (_, report, exitCode, expected) => {
    const errorOutput = '\u001b[31mUnhandled error\u001b[39m: connection lost\n'
    expect(reportOfRun({ name: 'Tests', report, exitCode, errorOutput })).toEqual(expected)
  })
})

describe('formatReport', () => {
  it('lists the ten slowest tests, the failures and the totals', () => {
    const tests = Array.from({ length: 12 }, (_, index) => passed(`test ${index}`, index))
    const lines = formatReport(mergeReports([...tests, reportOfStep('b', false)])).split('\n')
    expect(lines).toHaveLength(13)
    expect(lines.slice(0, 3)).toEqual(['The slowest tests:', '  11.0 s  test 11', '  10.0 s  test 10'])
    expect(lines.slice(-2)).toEqual(['failed: b', '12 passed, 1 failed'])
  })

  it('ends with the totals alone on a line', () => {
    expect(formatReport(reportOfStep('a', true))).toBe('1 passed, 0 failed')
    const skipped = { ...reportOfStep('a', true), skipped: 3 }
    expect(formatReport(skipped)).toBe('1 passed, 0 failed, 3 skipped')
  })
})
