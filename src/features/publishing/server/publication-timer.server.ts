import { endBreakingNews, findNextBreakingEnd } from '#features/articles/server/end-breaking-news.server.ts'
import { expireBreakingBar } from '#features/front/server/breaking-bar.server.ts'
import { findNextFrontTime, publishDueFronts } from '#features/front/server/front-publications.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { type DueResult, findNextDue, publishDue } from './scheduled-publications.server.ts'

/** In case the clock is set back. */
const MAX_DELAY_MS = 60_000
/** If another process has locked the article. */
const RETRY_DELAY_MS = 1_000

export type PublicationTimer = {
  /** Call it after changes of publications, of what blocks them, of fronts, and of breaking news. */
  wake(): void
  /** Waits for the current publication. */
  stop(): Promise<void>
}

/** Publishes scheduled articles and fronts, and ends pins and breaking news. Each process has a timer; each article and front is published once. */
export function startPublicationTimer(options: {
  db: Db
  onResult(result: DueResult): void
  onError(error: unknown): void
  now?: () => Date
}): PublicationTimer {
  const { db, onResult, onError, now = () => new Date() } = options
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let isWoken = false
  let running: Promise<void> | undefined

  /** @returns milliseconds until the next run */
  async function run(): Promise<number> {
    try {
      const result = await publishDue(db, now())
      if (result.published + result.blocked.length + result.failures.length > 0) onResult(result)
      await endBreakingNews(db, now())
      await publishDueFronts(db, now())
      await expireBreakingBar(db, now())
      const next = await Promise.all([findNextDue(db), findNextBreakingEnd(db), findNextFrontTime(db)])
      const delays = next.map((at) => (at ? at.getTime() - now().getTime() : MAX_DELAY_MS))
      return Math.min(...delays)
    } catch (error) {
      onError(error)
      return MAX_DELAY_MS
    }
  }

  function wake(): void {
    clearTimeout(timer)
    isWoken = running !== undefined
    if (isStopped || running) return
    running = run().then((delayMs) => {
      running = undefined
      if (isWoken) wake()
      else if (!isStopped)
        timer = setTimeout(wake, delayMs > 0 ? Math.min(delayMs, MAX_DELAY_MS) : RETRY_DELAY_MS).unref()
    })
  }

  wake()
  return {
    wake,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
