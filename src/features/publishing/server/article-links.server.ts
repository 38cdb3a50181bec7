import { LRUCache } from 'lru-cache'
import { createSemaphore } from '#platform/concurrency/semaphore.ts'
import { createAttemptLimit } from '#platform/http/attempt-limit.server.ts'
import { TooBusyError } from '#platform/http/with-user-message.server.ts'
import type { Outbound } from '#platform/outbound/outbound.server.ts'
import { listLinks } from '../rules/publish-check.ts'

const TIMEOUT_MS = 5_000
/** For all links of a text, including the wait for other texts. */
const TOTAL_TIMEOUT_MS = 30_000
const MAX_CHECKS = { perAddress: 10, inTotal: 30, seconds: 60 }
const MAX_CONCURRENT = 5
const CACHE_MS = 600_000
const MAX_CACHED = 1_000

type LinkChecker = {
  /** @throws TooBusyError above `MAX_CHECKS` */
  findDeadLinks(by: { id: string }, html: string): Promise<string[]>
}

/**
 * Requests pages under the outbound guards. A link is dead if its page or host does not exist; other failures may be
 * temporary or concern this server only.
 */
export function createLinkChecker(
  outbound: Pick<Outbound, 'get'>,
  { timeoutMs = TIMEOUT_MS, totalTimeoutMs = TOTAL_TIMEOUT_MS } = {},
): LinkChecker {
  const checks = createAttemptLimit(MAX_CHECKS)
  const requests = createSemaphore(MAX_CONCURRENT)
  const known = new LRUCache<string, boolean>({ max: MAX_CACHED, ttl: CACHE_MS })

  async function isDead(url: string, signal: AbortSignal): Promise<boolean> {
    const cached = known.get(url)
    if (cached !== undefined) return cached
    const request = () =>
      outbound.get(url, {
        accept: '*/*',
        maxBytes: 0,
        skipBody: true,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      })
    const outcome = await requests.run(request, signal).catch((error) => {
      if (signal.aborted) return undefined
      throw error
    })
    if (!outcome) return false
    const isDead =
      outcome.kind === 'http-error'
        ? outcome.status === 404 || outcome.status === 410
        : outcome.kind === 'failed' && outcome.isUnknownHost === true
    if (outcome.kind !== 'failed' || isDead) known.set(url, isDead)
    return isDead
  }

  return {
    async findDeadLinks(by, html) {
      if ((await checks.take(by.id)) !== null)
        throw new TooBusyError('Too many link checks. Please wait a minute and try again.')
      const signal = AbortSignal.timeout(totalTimeoutMs)
      const links = listLinks(html)
      const dead = await Promise.all(links.map((url) => isDead(url, signal)))
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
