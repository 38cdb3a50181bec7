import { LRUCache } from 'lru-cache'
import type { Outbound } from '#platform/outbound/outbound.server.ts'
import { createSemaphore } from '#platform/semaphore.ts'
import { listLinks } from '../rules/publish-check.ts'

const TIMEOUT_MS = 5_000
const MAX_CONCURRENT = 5
const CACHE_MS = 600_000
const MAX_CACHED = 1_000

export type LinkChecker = {
  /** Checks the first 50 links. */
  findDeadLinks(html: string): Promise<string[]>
}

/**
 * Requests pages under the outbound guards, five at once in this process. A link is dead if its page or host does
 * not exist; other failures may be temporary or concern our server only.
 */
export function createLinkChecker(outbound: Pick<Outbound, 'get'>, timeoutMs = TIMEOUT_MS): LinkChecker {
  const requests = createSemaphore(MAX_CONCURRENT)
  const known = new LRUCache<string, boolean>({ max: MAX_CACHED, ttl: CACHE_MS })

  async function isDead(url: string): Promise<boolean> {
    const cached = known.get(url)
    if (cached !== undefined) return cached
    const outcome = await requests.run(() =>
      outbound.get(url, {
        accept: '*/*',
        maxBytes: 0,
        skipBody: true,
        signal: AbortSignal.timeout(timeoutMs),
      }),
    )
    const isDead =
      outcome.kind === 'http-error'
        ? outcome.status === 404 || outcome.status === 410
        : outcome.kind === 'failed' && outcome.isUnknownHost === true
    if (outcome.kind !== 'failed' || isDead) known.set(url, isDead)
    return isDead
  }

  return {
    async findDeadLinks(html) {
      const links = listLinks(html)
      const dead = await Promise.all(links.map(isDead))
      return links.filter((_, index) => dead[index])
    },
  }
}

let current: LinkChecker | undefined

/** Called at startup. */
export function setLinkChecker(checker: LinkChecker | undefined): void {
  current = checker
}

export function linkChecker(): LinkChecker {
  if (!current) throw new Error('No link checker is set')
  return current
}
