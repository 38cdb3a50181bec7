import { categoryOfPath, categoryPath } from '#kernel/category.ts'
import { parseObject } from '#kernel/parameters.ts'
import { decodePath } from '#kernel/paths.ts'
import { isSlug } from '#kernel/slug.ts'

export type Beacon = ViewBeacon | LeaveBeacon | ActionBeacon

export type ViewBeacon = {
  kind: 'view'
  id: string
  path: string
  referrer: string
  source: string
  /** utm_campaign and utm_medium. */
  campaign: string
}

/** Cumulative, since readers may leave a page and return. */
export type LeaveBeacon = { kind: 'leave'; id: string; seconds: number; depth: number }

export type ReaderAction = 'bookmark' | 'share'
export type ActionBeacon = { kind: 'act'; id: string; act: ReaderAction }

/** All but a day's most frequent names. */
export const OTHER_NAMES = '(other)'
/** All unknown pages. */
export const UNKNOWN_PATH = '/404'
/** Longer times are idle tabs or forged. */
export const MAX_SECONDS = 3600

const MAX_NAME_LENGTH = 100
const PAGES = new Set([
  '/',
  '/search',
  '/bookmarks',
  '/following',
  '/newsletter',
  '/contact',
  '/privacy-policy',
  '/terms-of-service',
  '/about',
  '/accessibility',
  '/corrections',
])
const ARTICLE = /^\/article\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/[^/]+)?$/
const COLLECTION = /^\/(author|topic)\/([^/]+)$/
const ID = /^[0-9a-f]{32}$/
const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/

export function parseBeacon(text: string): Beacon | undefined {
  const given = parseObject(text)
  const id = given?.id
  if (!given || typeof id !== 'string' || !ID.test(id)) return undefined
  if (given.kind === 'view') return parseView(id, given)
  if (given.kind === 'leave') {
    const seconds = clampedInteger(given.seconds, MAX_SECONDS)
    const depth = clampedInteger(given.depth, 100)
    return seconds === undefined || depth === undefined ? undefined : { kind: 'leave', id, seconds, depth }
  }
  const { act } = given
  if (given.kind === 'act' && (act === 'bookmark' || act === 'share')) return { kind: 'act', id, act }
  return undefined
}

export function normalisePath(path: string): string {
  // The lookbehind prevents quadratic matching.
  const plain = path.toLowerCase().replace(/(?<=^\/|[^/])\/+$/, '')
  const article = articleIdOf(plain)
  if (article !== undefined) return `/article/${article}`
  const collection = collectionOf(plain)
  if (collection) return `/${collection.kind}/${encodeURIComponent(collection.slug)}`
  const category = categoryOfPath(decodePath(plain.slice(1)))
  if (category !== undefined) return categoryPath(category)
  return PAGES.has(plain) ? plain : UNKNOWN_PATH
}

/** @param path in lower case; undefined for other pages */
export function articleIdOf(path: string): string | undefined {
  return ARTICLE.exec(path)?.[1]
}

/** Returns the person or topic of a path; undefined for other pages. */
export function collectionOf(path: string): { kind: 'author' | 'topic'; slug: string } | undefined {
  const [, kind, encoded] = COLLECTION.exec(path) ?? []
  const slug = decodePath(encoded ?? '')
  return (kind === 'author' || kind === 'topic') && isSlug(slug) ? { kind, slug } : undefined
}

function parseView(id: string, { path, referrer, utm }: Record<string, unknown>): ViewBeacon | undefined {
  if (typeof path !== 'string' || !path.startsWith('/')) return undefined
  const [source = '', medium = '', campaign = ''] = Array.isArray(utm) ? utm.map(name) : []
  return {
    kind: 'view',
    id,
    path: normalisePath(path),
    referrer: host(referrer),
    source,
    campaign: limitName([campaign, medium].filter(Boolean).join(' / ')),
  }
}

function clampedInteger(value: unknown, max: number): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  return Math.max(0, Math.min(max, Math.round(value)))
}

/** PostgreSQL rejects NUL and lone surrogates. */
function name(value: unknown): string {
  if (typeof value !== 'string') return ''
  return limitName(value.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim())
}

function limitName(text: string): string {
  return text.slice(0, MAX_NAME_LENGTH).replace(/\p{Cs}$/u, '')
}

function host(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_NAME_LENGTH) return ''
  const plain = value.toLowerCase().replace(/^www\./, '')
  return HOST.test(plain) ? plain : ''
}
