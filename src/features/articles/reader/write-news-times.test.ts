import { afterEach, expect, it, vi } from 'vitest'
import { formatClock, formatShortDay } from '#kernel/time/dates.ts'
import { writeNewsTimes } from './write-news-times.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

it.each([
  ['a few seconds ago', '2026-11-22T14:04:30Z', '2026-11-22T14:05:00Z', 'Just now'],
  ['a minute ago', '2026-11-22T14:03:30Z', '2026-11-22T14:05:00Z', '1 minute ago'],
  ['minutes ago', '2026-11-22T13:53:00Z', '2026-11-22T14:05:00Z', '12 minutes ago'],
  ['minutes ago, yesterday', '2026-11-21T23:50:00Z', '2026-11-22T00:10:00Z', '20 minutes ago'],
  ['an hour ago', '2026-11-22T13:05:20Z', '2026-11-22T14:05:20Z', '13:05'],
  ['today in London in summer', '2026-06-30T23:15:00Z', '2026-07-01T09:00:00Z', '00:15'],
  ['yesterday in London in summer', '2026-06-30T22:15:00Z', '2026-07-01T09:00:00Z', '30 Jun 2026'],
  ['yesterday, less than a day ago', '2026-11-21T15:00:00Z', '2026-11-22T14:05:00Z', '21 Nov 2026'],
  ['an earlier day', '2026-11-20T14:05:00Z', '2026-11-22T14:05:00Z', '20 Nov 2026'],
  ['the future', '2026-11-22T15:05:00Z', '2026-11-22T14:05:00Z', '22 Nov 2026'],
])('the time of a card: %s', (_, dateTime, now, expected) => {
  vi.useFakeTimers({ now: new Date(now) })
  const date = formatShortDay(dateTime)
  const time = { dateTime, dataset: { date, clock: formatClock(dateTime) }, textContent: date }
  vi.stubGlobal('document', { body: {}, querySelectorAll: () => [time] })
  vi.stubGlobal(
    'MutationObserver',
    class {
      observe() {}
    },
  )
  writeNewsTimes()
  expect(time.textContent).toBe(expected)
  vi.advanceTimersByTime(10 * 24 * 3_600_000)
  expect(time.textContent).toBe(date)
})

it.each([
  ['in another zone, in winter', 'Asia/Tokyo', 'GMT', '2026-11-22T14:05:00Z', '14:05 GMT'],
  ['in another zone, in summer', 'UTC', 'BST', '2026-07-01T13:05:00Z', '14:05 BST'],
  ['in London', 'Europe/London', 'BST', '2026-07-01T13:05:00Z', '14:05'],
  ['where the clock is the same', 'Europe/Lisbon', 'GMT', '2026-11-22T14:05:00Z', '14:05'],
])('the time of an article for readers %s', (_, zone, londonZone, dateTime, expected) => {
  vi.stubEnv('TZ', zone)
  vi.useFakeTimers()
  const time = {
    dateTime,
    dataset: { zone: londonZone, offset: londonZone === 'BST' ? '-60' : '0' },
    textContent: '14:05',
  }
  const querySelectorAll = (selector: string) => (selector.includes('data-zone') ? [time] : [])
  let mutate = () => {}
  vi.stubGlobal('document', { body: {}, querySelectorAll })
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(callback: () => void) {
        mutate = callback
      }
      observe() {}
    },
  )
  writeNewsTimes()
  mutate()
  expect(time.textContent).toBe(expected)
})
