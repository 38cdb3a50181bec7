import { expect, it } from 'vitest'
import { type Context, formatResult, REPORT_HEADER, runClass } from './run-class.mjs'

const SEED = 7
const LIMIT = { name: 'test', title: 'a test', limitSeconds: 5 }

it('counts the attempts that do not reject as survived', async () => {
  const results: boolean[] = []
  const run = async ({ attempt }: Context) => {
    results.push(await attempt('one', async () => {}))
    results.push(await attempt('two', () => Promise.reject(new Error('status 500'))))
  }
  const result = await runClass({ ...LIMIT, run }, SEED)
  expect(results).toEqual([true, false])
  expect(result).toMatchObject({ tried: 2, survived: 1, failures: ['two: status 500'] })
})

it.each([
  ['throws', () => Promise.reject(new Error('no server')), 'no server'],
  ['tries nothing', async () => {}, 'nothing was tried'],
])('fails if the class %s', async (_, run, failure) => {
  const expected = { tried: 1, survived: 0, failures: [failure] }
  expect(await runClass({ ...LIMIT, run }, SEED)).toMatchObject(expected)
})

it('fails at the time limit and does not count attempts that end later', async () => {
  const pending = Promise.withResolvers<void>()
  let late: Promise<boolean> | undefined
  const run = ({ attempt }: Context) => {
    late = attempt('slow', () => pending.promise)
    return new Promise<void>(() => {})
  }
  const result = await runClass({ ...LIMIT, limitSeconds: 0.01, run }, SEED)
  pending.resolve()
  expect(await late).toBe(false)
  expect(result).toMatchObject({ tried: 1, survived: 0, failures: ['did not finish within 0.01 s'] })
})

it('generates the same numbers with the same seed', async () => {
  const draws: number[] = []
  const run = async ({ attempt, random }: Context) => {
    await attempt('one', async () => void draws.push(random.next()))
  }
  for (const seed of [SEED, SEED, SEED + 1]) await runClass({ ...LIMIT, run }, seed)
  expect(draws[1]).toBe(draws[0])
  expect(draws[2]).not.toBe(draws[0])
})

it('prints a line in columns, and the first failures', () => {
  const result = { name: 'test', title: 'a test', tried: 2900, survived: 2900, failures: [], seconds: 1.26 }
  expect(REPORT_HEADER).toMatch(/^class +tried +survived +seconds$/)
  expect(formatResult(result)).toMatch(/^a test +2900 +2900 +1\.3$/)
  expect(formatResult(result)).toHaveLength(REPORT_HEADER.length)
  const failures = Array.from({ length: 12 }, (_, index) => `${index}: status\n500`)
  const lines = formatResult({ ...result, survived: 2888, failures }).split('\n')
  expect(lines).toHaveLength(12)
  expect(lines[1]).toBe('  failed: 0: status 500')
  expect(lines.at(-1)).toBe('  and 2 more')
})
