import { CATEGORIES } from '#kernel/category.ts'

/** What a reader's page tells of itself: that it is shown, that it is left, and what was done on it. */
export type Beacon = ViewBeacon | LeaveBeacon | ActBeacon

export type ViewBeacon = {
  kind: 'view'
  id: string
  path: string
  /** The host that the reader came from. */
  referrer: string
  source: string
  /** The names of a campaign (utm_campaign, utm_medium), as one. */
  campaign: string
}

/** Of a view so far: it may be left and come back to. */
export type LeaveBeacon = { kind: 'leave'; id: string; seconds: number; depth: number }

export type Act = 'bookmark' | 'share'
export type ActBeacon = { kind: 'act'; id: string; act: Act }

/** Where a page is counted that is none of the site's. */
export const UNKNOWN_PATH = '/404'
/** Nobody reads a page longer; what says so was left open, or lies. */
export const MOST_SECONDS = 3600

const LONGEST_NAME = 100
const PAGES = new Set([
  '/',
  ...CATEGORIES.map((category) => `/${category.toLowerCase()}`),
  '/search',
  '/bookmarks',
  '/newsletter',
  '/contact',
  '/privacy-policy',
  '/terms-of-service',
])
const ARTICLE = /^\/article\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const ID = /^[0-9a-f]{32}$/
const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/

/** Reads the body of a beacon. @returns undefined where it is none */
export function parseBeacon(text: string): Beacon | undefined {
  const given = readObject(text)
  const id = given?.id
  if (!given || typeof id !== 'string' || !ID.test(id)) return undefined
  if (given.kind === 'view') return parseView(id, given)
  if (given.kind === 'leave') {
    const seconds = count(given.seconds, MOST_SECONDS)
    const depth = count(given.depth, 100)
    return seconds === undefined || depth === undefined ? undefined : { kind: 'leave', id, seconds, depth }
  }
  const { act } = given
  if (given.kind === 'act' && (act === 'bookmark' || act === 'share')) return { kind: 'act', id, act }
  return undefined
}

/** The address that a page is counted by: one for each page, however it was written, so that nobody can invent any. */
export function countedPath(path: string): string {
  // The slashes are looked at once, however many there are.
  const plain = path.toLowerCase().replace(/(?<=^\/|[^/])\/+$/, '')
  return PAGES.has(plain) || ARTICLE.test(plain) ? plain : UNKNOWN_PATH
}

function parseView(id: string, { path, referrer, utm }: Record<string, unknown>): ViewBeacon | undefined {
  if (typeof path !== 'string' || !path.startsWith('/')) return undefined
  const [source = '', medium = '', campaign = ''] = Array.isArray(utm) ? utm.map(name) : []
  return {
    kind: 'view',
    id,
    path: countedPath(path),
    referrer: host(referrer),
    source,
    campaign: [campaign, medium].filter(Boolean).join(' / '),
  }
}

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** A whole number from 0 to `most`; undefined where it is no number. */
function count(value: unknown, most: number): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  return Math.max(0, Math.min(most, Math.round(value)))
}

/** A name as a link gives it, on one line; PostgreSQL takes no NUL, and no half of a surrogate pair. */
function name(value: unknown): string {
  if (typeof value !== 'string') return ''
  return value
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .replace(/\p{Cs}$/u, '')
}

function host(value: unknown): string {
  if (typeof value !== 'string' || value.length > 253) return ''
  const plain = value.toLowerCase().replace(/^www\./, '')
  return HOST.test(plain) ? plain : ''
}
