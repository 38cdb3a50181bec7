import { parseDate } from './parse-feed-date.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/**
 * The gathering runs on the hour, and a feed is read some time into it: with a whole hour's rest it would be found not yet
 * due at the next one, and so read every other hour. Five minutes make up for the slowest run.
 */
const SLACK = 5 * MINUTE

const LONGEST_REST = 24 * HOUR

const SHORTEST_BACK_OFF = 5 * MINUTE

const LONGEST_RETRY_AFTER = 7 * 24 * HOUR

/** The share of a back-off that jitter adds at most, so that feeds which failed together do not return together. */
const JITTER_SHARE = 0.1

/** The feed was read, or had not changed. */
type Success = {
  kind: 'success'
  now: Date
  /** What the feed itself asks for. */
  ttlMinutes: number | null
  /** What its server asks for: see `cacheLifetime`. */
  cacheLifetimeMs: number | null
}

type Failure = {
  kind: 'failure'
  now: Date
  /** Consecutive failures, this one included: 1 or more. */
  failureCount: number
  /** See `parseRetryAfter`. */
  retryAfterMs: number | null
  /** 0 to 1. */
  jitter: number
}

/**
 * When a feed may next be asked. After a success in about an hour, or later if its publisher wishes, up to a day;
 * after failures in 5 minutes, doubling up to a day, and not before `Retry-After`, up to a week.
 */
export function nextCheck(result: Success | Failure): Date {
  const wait = result.kind === 'success' ? restAfter(result) : backOffAfter(result)
  return new Date(result.now.getTime() + wait)
}

function restAfter({ ttlMinutes, cacheLifetimeMs }: Success): number {
  const wish = Math.max(HOUR, (ttlMinutes ?? 0) * MINUTE, cacheLifetimeMs ?? 0)
  return Math.min(wish, LONGEST_REST) - SLACK
}

function backOffAfter({ failureCount, retryAfterMs, jitter }: Failure): number {
  const backOff = SHORTEST_BACK_OFF * 2 ** (failureCount - 1) * (1 + JITTER_SHARE * jitter)
  return Math.max(Math.min(backOff, LONGEST_REST), Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER))
}

/**
 * The milliseconds that a `Retry-After` header asks to wait: it holds seconds or a date (RFC 9110 §10.2.3). Null if
 * there is none, or none that can be read; 0 for a date that is past.
 */
export function parseRetryAfter(value: string | null, now: Date): number | null {
  const text = value?.trim() ?? ''
  if (/^\d{1,10}$/.test(text)) return Number(text) * SECOND
  const date = parseDate(text)
  return date === undefined ? null : Math.max(0, date.getTime() - now.getTime())
}

/**
 * For how many milliseconds a response is fresh by its own account: `max-age`, else `Expires` counted from `Date`
 * (RFC 9111 §4.2.1). Null if it says nothing, or that it is not to be kept.
 */
export function cacheLifetime(
  headers: { cacheControl: string | null; expires: string | null; date: string | null },
  now: Date,
): number | null {
  const directives = headers.cacheControl ?? ''
  if (/\bno-(?:cache|store)\b/i.test(directives)) return null
  const maxAge = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,10})/i.exec(directives)?.[1]
  const expires = parseDate(headers.expires ?? '')
  const sent = parseDate(headers.date ?? '') ?? now
  const lifetime = maxAge === undefined ? (expires?.getTime() ?? 0) - sent.getTime() : Number(maxAge) * SECOND
  return lifetime > 0 ? lifetime : null
}
