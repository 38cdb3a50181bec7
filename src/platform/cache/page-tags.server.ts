import { AsyncLocalStorage } from 'node:async_hooks'
import { setResponseStatus } from '@tanstack/react-start/server'
import type { ReaderTag } from '#kernel/cache-tags.ts'

/** `isUnavailable`: too many reads are running, or the database connection was lost. */
type Dependencies = { tags: Set<ReaderTag>; isCacheable: boolean; isUnavailable: boolean; isGone: boolean }

const collecting = new AsyncLocalStorage<Dependencies>()

/** Adds tags to the page being rendered, which leaves the cache when one of them changes. */
export function addPageTags(...tags: ReaderTag[]): void {
  const tagsOfPage = collecting.getStore()?.tags
  if (tagsOfPage) for (const tag of tags) tagsOfPage.add(tag)
}

/** Whether a page that may be cached is being rendered. */
export function isCollectingTags(): boolean {
  return collecting.getStore() !== undefined
}

export function preventCaching(reason?: 'temporary'): void {
  const page = collecting.getStore()
  if (!page) return
  page.isCacheable = false
  if (reason === 'temporary') page.isUnavailable = true
}

/** Makes the status 410 and prevents caching. */
export function reportGone(): void {
  const page = collecting.getStore()
  // Calls with a session are not rendered for the cache.
  if (page) page.isGone = true
  else setResponseStatus(410)
}

export async function collectTags<T>(render: () => Promise<T>): Promise<{ result: T } & Dependencies> {
  const page: Dependencies = { tags: new Set(), isCacheable: true, isUnavailable: false, isGone: false }
  const result = await collecting.run(page, render)
  return { result, ...page }
}
