import { describe, expect, it } from 'vitest'
import { refusePublicationTime, refuseWithdrawalTime } from './schedule-times.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 28, hour))
const NOW = at(9)

describe('refusePublicationTime', () => {
  it.each([
    [at(10), null, null],
    [at(9), null, 'Choose a time in the future.'],
    [at(10), at(11), null],
    [at(11), at(11), expect.stringContaining('withdrawn before that time')],
  ])('decides about %s with a withdrawal at %s', (plannedAt, withdrawsAt, refusal) => {
    expect(refusePublicationTime({ withdrawsAt }, plannedAt, NOW)).toEqual(refusal)
  })
})

describe('refuseWithdrawalTime', () => {
  it.each([
    [at(10), { isPublished: true, publishesAt: null }, null],
    [at(8), { isPublished: true, publishesAt: null }, 'Choose a time in the future.'],
    [at(10), { isPublished: false, publishesAt: null }, 'The article is not published.'],
    [at(12), { isPublished: false, publishesAt: at(11) }, null],
    [
      at(11),
      { isPublished: false, publishesAt: at(11) },
      'The article would be withdrawn before it is published.',
    ],
    // A scheduled update, which the withdrawal cancels.
    [at(10), { isPublished: true, publishesAt: at(11) }, null],
  ])('decides about %s for %o', (plannedAt, schedules, refusal) => {
    expect(refuseWithdrawalTime(schedules, plannedAt, NOW)).toBe(refusal)
  })
})
