import { describe, expect, it } from 'vitest'
import { groupMonths, type MonthRange } from './group-months.ts'

const MONTHS = ['2026-11', '2026-10', '2026-09', '2026-08', '2026-07', '2026-06', '2026-05', '2026-04'].map(
  (month) => ({
    month,
    articles: 100,
  }),
)

describe('groupMonths', () => {
  it.each<[MonthRange, number, string[][]]>([
    [
      {},
      100,
      [['2026-11'], ['2026-10', '2026-09'], ['2026-08', '2026-07', '2026-06', '2026-05'], ['2026-04']],
    ],
    [
      {},
      101,
      [
        ['2026-11', '2026-10'],
        ['2026-09', '2026-08', '2026-07'],
        ['2026-06', '2026-05', '2026-04'],
      ],
    ],
    [{}, 800, [MONTHS.map(({ month }) => month)]],
    [{ last: '2026-06' }, 100, [['2026-06'], ['2026-05', '2026-04']]],
    [{ first: '2026-09', last: '2026-10' }, 1000, [['2026-10', '2026-09']]],
    [{ first: '2027-01' }, 100, []],
  ])('groups %j by %i articles', (range, size, groups) => {
    expect(groupMonths(MONTHS, range, size)).toEqual(groups)
  })
})
