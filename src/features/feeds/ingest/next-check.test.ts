import { describe, expect, it } from 'vitest'
import { cacheLifetime, nextCheck, parseRetryAfter } from './next-check.ts'

const NOW = new Date('2026-11-21T10:00:20Z')
const MINUTE = 60_000
const minutesUntil = (date: Date) => (date.getTime() - NOW.getTime()) / MINUTE

describe('nextCheck after a success', () => {
  const check = (ttlMinutes: number | null, cacheLifetimeMs: number | null) =>
    nextCheck({ kind: 'success', now: NOW, ttlMinutes, cacheLifetimeMs })

  it.each([
    ['without ttl and cache lifetime', null, null],
    ['with a ttl of an hour', 60, null],
    ['with a cache lifetime of an hour', null, 60 * MINUTE],
  ])('makes a feed due within the hour %s', (_, ttl, lifetime) => {
    expect(check(ttl, lifetime) <= new Date('2026-11-21T11:00:00Z')).toBe(true)
  })

  it.each([
    [null, null, 55],
    [15, null, 55],
    [60, null, 55],
    [90, null, 85],
    [null, 30 * MINUTE, 55],
    [null, 60 * MINUTE, 55],
    [null, 120 * MINUTE, 115],
    [90, 120 * MINUTE, 115],
    [7 * 24 * 60, null, 24 * 60 - 5],
    [null, 365 * 24 * 60 * MINUTE, 24 * 60 - 5],
    [-5, null, 55],
  ])('for a ttl of %s minutes and a cache lifetime of %s ms waits %s minutes', (ttl, lifetime, minutes) => {
    expect(minutesUntil(check(ttl, lifetime))).toBe(minutes)
  })
})

describe('nextCheck after a failure', () => {
  const check = (failureCount: number, retryAfterMs: number | null = null, jitter = 0) =>
    minutesUntil(nextCheck({ kind: 'failure', now: NOW, failureCount, retryAfterMs, jitter }))

  it.each([
    [1, 5],
    [2, 10],
    [3, 20],
    [9, 1280],
    [10, 1440],
    [2000, 1440],
  ])('after failure %s waits %s minutes', (count, minutes) => {
    expect(check(count)).toBe(minutes)
  })

  it('adds jitter within the limit of a day', () => {
    expect(check(2, null, 1)).toBeCloseTo(11)
    expect(check(10, null, 1)).toBe(1440)
  })

  it('waits at least for Retry-After, at most a week', () => {
    expect(check(1, 60 * MINUTE)).toBe(60)
    expect(check(5, MINUTE)).toBe(80)
    expect(check(1, 3 * 24 * 60 * MINUTE)).toBe(3 * 24 * 60)
    expect(check(1, 30 * 24 * 60 * MINUTE)).toBe(7 * 24 * 60)
  })
})

describe('parseRetryAfter', () => {
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Sat, 21 Nov 2026 10:01:20 GMT', 60_000],
    ['Saturday, 21-Nov-26 10:01:20 GMT', 60_000],
    ['Sat Nov 21 10:01:20 2026', 60_000],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
    ['-5', null],
    ['1.5', null],
    ['soon', null],
    ['', null],
    [null, null],
  ])('reads %j as %j ms', (value, milliseconds) => {
    expect(parseRetryAfter(value, NOW)).toBe(milliseconds)
  })
})

describe('cacheLifetime', () => {
  const HOUR_LATER = 'Sat, 21 Nov 2026 11:00:20 GMT'
  it.each([
    [{ cacheControl: 'public, max-age=300' }, 300_000],
    [{ cacheControl: 'max-age="300"' }, 300_000],
    [{ cacheControl: 'Max-Age=300', expires: HOUR_LATER }, 300_000],
    [{ cacheControl: 's-maxage=300' }, null],
    [{ cacheControl: 'max-age=0' }, null],
    [{ cacheControl: 'no-cache, max-age=300' }, null],
    [{ cacheControl: 'no-store', expires: HOUR_LATER }, null],
    [{ expires: HOUR_LATER }, 3_600_000],
    [{ expires: HOUR_LATER, date: 'Sat, 21 Nov 2026 10:30:20 GMT' }, 1_800_000],
    [{ expires: 'Thu, 19 Nov 1981 08:52:00 GMT' }, null],
    [{ expires: '0' }, null],
    [{}, null],
  ])('reads %j as %j ms', (headers, milliseconds) => {
    expect(cacheLifetime({ cacheControl: null, expires: null, date: null, ...headers }, NOW)).toBe(
      milliseconds,
    )
  })
})
