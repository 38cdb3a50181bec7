import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { formatTotals, readReport } from './test-report.mjs'

const folder = mkdtempSync(join(tmpdir(), 'masthead-report-'))
const file = join(folder, 'report.xml')
afterAll(() => rmSync(folder, { recursive: true }))

const PASSED = '<testcase classname="a.test.ts" name="adds &amp; moves" time="1.25"></testcase>'
const FAILED = '<testcase classname="a.test.ts" name="ends" time="3"><failure message="no"/></testcase>'
const ERROR = '<testcase classname="b.test.ts" name="b.test.ts" time="0"><error message="no"/></testcase>'
const SKIPPED = '<testcase classname="c.test.ts" name="waits" time="0"><skipped/></testcase>'

function totals(exitCode: number | null, ...cases: string[]): string[] {
  writeFileSync(file, `<testsuites><testsuite>${cases.join('')}</testsuite></testsuites>`)
  return formatTotals(readReport('Tests', exitCode, file))
    .split('\n')
    .slice(1)
}

it('names the slowest tests and the failures, and ends with the totals', () => {
  expect(totals(1, PASSED, FAILED, ERROR, SKIPPED)).toEqual([
    '   3.0 s  a.test.ts › ends',
    '   1.3 s  a.test.ts › adds & moves',
    'failed: a.test.ts › ends',
    'failed: b.test.ts › b.test.ts',
    '1 passed, 2 failed, 1 skipped',
  ])
})

it.each([
  ['no test ran', 0, [SKIPPED], '0 passed, 1 failed, 1 skipped'],
  ['an error occurs outside of the tests', 1, [PASSED], '1 passed, 1 failed'],
  ['the runner is killed', null, [PASSED], '1 passed, 1 failed'],
])('counts a failure when %s', (_, exitCode, cases, line) => {
  expect(totals(exitCode, ...cases).at(-1)).toBe(line)
})

it('counts no failure when all tests pass', () => {
  expect(totals(0, PASSED).at(-1)).toBe('1 passed, 0 failed')
})

it('counts a step without a report by its exit code', () => {
  const missing = join(folder, 'missing.xml')
  expect(formatTotals([0, 1, null].flatMap((code) => readReport('Step', code, missing)))).toContain(
    '1 passed, 2 failed',
  )
})
