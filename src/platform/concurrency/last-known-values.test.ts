import { beforeEach, expect, it, vi } from 'vitest'
import { createLastKnownValues, type LastKnownValues } from './last-known-values.ts'

const away = new Error('The database is away')
const lookUp = vi.fn<(key: string) => Promise<string>>()
let clock: number
let values: LastKnownValues<string>

beforeEach(() => {
  clock = 1_800_000_000_000
  lookUp.mockReset().mockImplementation(async (key) => `${key} ${lookUp.mock.calls.length}`)
  values = createLastKnownValues({ lookUp, maxValues: 2, maxAgeMs: 60_000, now: () => clock })
})

it('looks a value up once until it is too old, expired, forgotten, or not the one that is expected', async () => {
  expect([await values.find('a'), await values.find('a')]).toEqual(['a 1', 'a 1'])
  clock += 60_000
  expect(await values.find('a')).toBe('a 2')
  values.expire('b')
  expect(await values.find('a')).toBe('a 2')
  values.expire('a')
  expect(await values.find('a')).toBe('a 3')
  values.forget('a')
  expect(await values.find('a')).toBe('a 4')
  expect(await values.find('a', (value) => value !== 'a 4')).toBe('a 5')
  values.expire()
  expect(await values.find('a')).toBe('a 6')
})

it('shares a lookup among concurrent calls', async () => {
  expect(await Promise.all([values.find('a'), values.find('a')])).toEqual(['a 1', 'a 1'])
})

it.each([
  ['old', () => {}],
  ['expired', () => values.expire()],
])('returns the last known value, although it is %s, while lookups fail', async (_, change) => {
  await values.find('a')
  change()
  clock += 3_600_000
  lookUp.mockRejectedValue(away)
  expect(await values.find('a')).toBe('a 1')
  await expect(values.find('b')).rejects.toThrow(away)
})

it.each([
  ['a value', () => values.forget('a')],
  ['all values', () => values.forget()],
])('does not return a value after it has forgotten %s, whatever fails', async (_, forget) => {
  await values.find('a')
  forget()
  lookUp.mockRejectedValue(away)
  await expect(values.find('a')).rejects.toThrow(away)
})

it.each([
  ['forgotten', () => values.forget('a')],
  ['expired', () => values.expire('a')],
])('does not keep the result of a lookup during which the value was %s', async (_, change) => {
  const overtaken = Promise.withResolvers<string>()
  lookUp.mockReturnValueOnce(overtaken.promise)
  const early = values.find('a')
  change()
  const late = values.find('a')
  overtaken.resolve('old')
  expect(await early).toBe('old')
  expect(await late).toBe('a 2')
  expect(await values.find('a')).toBe('a 2')
})

it('does not return a value that was forgotten during a lookup that fails', async () => {
  await values.find('a')
  values.expire('a')
  const failing = Promise.withResolvers<string>()
  lookUp.mockReturnValueOnce(failing.promise)
  const found = values.find('a')
  values.forget('a')
  failing.reject(away)
  await expect(found).rejects.toThrow(away)
})

it('keeps the most recently used values only', async () => {
  for (const key of ['a', 'b', 'a', 'c']) await values.find(key)
  lookUp.mockRejectedValue(away)
  expect(await values.find('a')).toBe('a 1')
  await expect(values.find('b')).rejects.toThrow(away)
})
