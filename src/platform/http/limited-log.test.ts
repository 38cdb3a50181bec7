import { expect, it } from 'vitest'
import { createLimitedLog } from './limited-log.ts'

it('writes one event in ten seconds and counts the others', () => {
  const written: [string, number][] = []
  let now = 0
  const record = createLimitedLog(
    (event: string, suppressed) => written.push([event, suppressed]),
    () => now,
  )
  for (const [time, event] of [
    [0, 'a'],
    [1, 'b'],
    [9_999, 'c'],
    [10_000, 'd'],
    [20_000, 'e'],
  ] as const) {
    now = time
    record(event)
  }
  expect(written).toEqual([
    ['a', 0],
    ['d', 2],
    ['e', 0],
  ])
})
