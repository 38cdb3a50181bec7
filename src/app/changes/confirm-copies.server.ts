import { setTimeout as delay } from 'node:timers/promises'
import type { PageCache } from '#platform/cache/page-cache.server.ts'

const RETRY_MS = 1_000

type Copies = Pick<PageCache, 'doubtCopies' | 'trustCopies' | 'removeArticles' | 'shownArticles'>

/**
 * Finds removals of articles that were not announced to this process.
 *
 * @param options.findMissing returns those ids whose articles do not exist; rejects without the database
 */
export function createCopyConfirmation(options: {
  cache: Copies
  findMissing(ids: readonly string[]): Promise<string[]>
  retryMs?: number
}) {
  const { cache, findMissing, retryMs = RETRY_MS } = options
  const closing = new AbortController()
  let runs = 0
  let isChecking = false

  const removeMissing = async () => cache.removeArticles(await findMissing(cache.shownArticles()))

  return {
    /** Removals were missed: serves no stale copies until the database has confirmed which articles exist. */
    async confirm(): Promise<void> {
      runs += 1
      const run = runs
      cache.doubtCopies()
      while (run === runs && !closing.signal.aborted) {
        try {
          await removeMissing()
          if (run === runs) cache.trustCopies()
          return
        } catch {
          await delay(retryMs, undefined, { ref: false, signal: closing.signal }).catch(() => {})
        }
      }
    },

    /**
     * Removals may be missed at the moment. Without the database, there are none, and all copies stay.
     *
     * @returns whether the database responded; false while another check runs
     */
    async check(): Promise<boolean> {
      if (isChecking) return false
      isChecking = true
      try {
        await removeMissing()
        return true
      } catch {
        return false
      } finally {
        isChecking = false
      }
    },

    close: () => closing.abort(),
  }
}
