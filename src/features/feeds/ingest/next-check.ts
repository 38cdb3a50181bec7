import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time/durations.ts'
import { parseDate } from '../parse/parse-feed-date.ts'

/** A full hour would skip every other hourly ingest. */
const SCHEDULE_TOLERANCE_MS = 5 * MINUTE_MS

const MAX_INTERVAL_MS = DAY_MS

const MIN_BACKOFF_MS = 5 * MINUTE_MS

const MAX_RETRY_AFTER_MS = 7 * DAY_MS

/** Spreads retries after a common failure. */
const JITTER_SHARE = 0.1

type Success = {
  kind: 'success'
  now: Date
  ttlMinutes: number | null
  cacheLifetimeMs: number | null
}

type Failure = {
  kind: 'failure'
  now: Date
  /** At least 1. */
  failureCount: number
  retryAfterMs: number | null
  /** 0 to 1. */
  jitter: number
}

/**
 * Returns the time of the next fetch: an hour to a day after a success; after failures 5 minutes, doubling up to a day,
 * or up to a week by `Retry-After`.
 */
export function nextCheck(result: Success | Failure): Date {
  const wait = result.kind === 'success' ? intervalAfterSuccess(result) : backoffAfterFailure(result)
  return new Date(result.now.getTime() + wait)
}

function intervalAfterSuccess({ ttlMinutes, cacheLifetimeMs }: Success): number {
  const interval = Math.max(HOUR_MS, (ttlMinutes ?? 0) * MINUTE_MS, cacheLifetimeMs ?? 0)
  return Math.min(interval, MAX_INTERVAL_MS) - SCHEDULE_TOLERANCE_MS
}

function backoffAfterFailure({ failureCount, retryAfterMs, jitter }: Failure): number {
  const backoff = MIN_BACKOFF_MS * 2 ** (failureCount - 1) * (1 + JITTER_SHARE * jitter)
  return Math.max(Math.min(backoff, MAX_INTERVAL_MS), Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS))
}

/** RFC 9110 §10.2.3, in milliseconds; 0 for a past date, null if missing or invalid. */
export function parseRetryAfter(value: string | null, now: Date): number | null {
  const text = value?.trim() ?? ''
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1_000
  const date = parseDate(text)
  return date === undefined ? null : Math.max(0, date.getTime() - now.getTime())
}

/** Freshness in milliseconds (RFC 9111 §4.2.1); null if unspecified or uncacheable. */
export function cacheLifetime(
  headers: { cacheControl: string | null; expires: string | null; date: string | null },
  now: Date,
): number | null {
  const directives = headers.cacheControl ?? ''
  if (/\bno-(?:cache|store)\b/i.test(directives)) return null
  const maxAge = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,10})/i.exec(directives)?.[1]
  const expires = parseDate(headers.expires ?? '')
  const sent = parseDate(headers.date ?? '') ?? now
  const lifetime = maxAge === undefined ? (expires?.getTime() ?? 0) - sent.getTime() : Number(maxAge) * 1_000
  return lifetime > 0 ? lifetime : null
}
