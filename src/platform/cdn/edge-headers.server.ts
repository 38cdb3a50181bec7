import { hash } from 'node:crypto'
import type { ReaderTag } from '#kernel/cache-tags.ts'
import { SERVER_FUNCTION_PREFIX } from '#kernel/paths.ts'
import { DAY_MS } from '#kernel/time/durations.ts'
import { CDN_PROTOCOLS, type CdnProvider } from './cdn-providers.ts'

/** The key of every response that the CDN stores. */
export const ALL_KEY = 'all'
/** The key of all images that editors have uploaded. */
export const UPLOADS_KEY = 'uploads'

/** About 6.5 kB with separators. Varnish accepts 8 kB, Fastly and Cloudflare 16 kB. */
const MAX_KEYS = 500
const KEY_LENGTH = 12
/** How long copies are served while the site does not respond. */
const STALE_IF_ERROR_SECONDS = 86_400
/** Only for CDNs without soft purges: others would serve a purged copy once more. */
const STALE_WHILE_REVALIDATE_SECONDS = 60

/** The headers of a response for a CDN. `expiresAt` is in epoch milliseconds. */
export type EdgeHeaders = {
  readonly controlHeader: string
  /** The header with the keys. */
  readonly keys: readonly [name: string, value: string]
  /** Follows `max-age` in the control header. */
  readonly extensions: string
  readonly expiresAt: number
}

export type EdgePolicy = ReturnType<typeof createEdgePolicy>

/**
 * Returns a short hash, since tags can be long and contain separators. If the keys of two tags were equal, a purge would only
 * affect more pages than necessary.
 */
export function cacheKey(tag: ReaderTag): string {
  return hash('sha256', tag).slice(0, KEY_LENGTH)
}

/** Returns the key of all pages of a build, which refer to its files. */
export function buildKey(build: string): string {
  return `build-${build}`
}

/** Decides which responses a CDN may store, with the keys by which it purges them. */
export function createEdgePolicy(provider: CdnProvider, build: string) {
  const { controlHeader, keysHeader, separator, hasSoftPurges } = CDN_PROTOCOLS[provider]
  const extensions = hasSoftPurges
    ? `stale-if-error=${STALE_IF_ERROR_SECONDS}`
    : `stale-while-revalidate=${STALE_WHILE_REVALIDATE_SECONDS}, stale-if-error=${STALE_IF_ERROR_SECONDS}`

  function toHeaders(keys: readonly string[], expiresAt: number): EdgeHeaders | undefined {
    if (keys.length > MAX_KEYS) return undefined
    return { controlHeader, keys: [keysHeader, keys.join(separator)], extensions, expiresAt }
  }

  return {
    /** Returns undefined for responses that the CDN must not store: calls, searches and other pages with parameters. */
    ofPage(url: string, tags: ReadonlySet<ReaderTag>, expiresAt: number): EdgeHeaders | undefined {
      if (url.includes('?') || url.startsWith(SERVER_FUNCTION_PREFIX)) return undefined
      return toHeaders([ALL_KEY, buildKey(build), ...Array.from(tags, cacheKey)], expiresAt)
    },

    /** @param articleId undefined for uploads */
    ofImage(articleId: string | undefined): EdgeHeaders | undefined {
      const key = articleId === undefined ? UPLOADS_KEY : cacheKey(`article:${articleId}`)
      return toHeaders([ALL_KEY, key], Number.POSITIVE_INFINITY)
    },
  }
}

/** Returns the value of the control header at `now`. The CDN counts from the moment that it receives the response. */
export function edgeControl({ extensions, expiresAt }: EdgeHeaders, now: number): string {
  const seconds = Math.floor(Math.min(Math.max(expiresAt - now, 0), DAY_MS) / 1_000)
  return `max-age=${seconds}, ${extensions}`
}
