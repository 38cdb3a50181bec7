import { AsyncLocalStorage } from 'node:async_hooks'
import type { ReaderTag } from '#kernel/cache-tags.ts'

/** `isBusy`: a read was refused because too many run at once. */
type Dependencies = { tags: Set<ReaderTag>; isCacheable: boolean; isBusy: boolean }

const collecting = new AsyncLocalStorage<Dependencies>()

/** Declares what the page being rendered depends on: a change of any of these tags drops it from the page cache. */
export function dependOn(...tags: ReaderTag[]): void {
  const tagsOfPage = collecting.getStore()?.tags
  if (tagsOfPage) for (const tag of tags) tagsOfPage.add(tag)
}

/** Keeps the page being rendered out of the page cache, for example because a read failed or depends on the session. */
export function preventCaching(reason?: 'busy'): void {
  const page = collecting.getStore()
  if (!page) return
  page.isCacheable = false
  if (reason === 'busy') page.isBusy = true
}

/** Runs `render` and collects what it depends on. */
export async function collectTags<T>(render: () => Promise<T>): Promise<{ result: T } & Dependencies> {
  const page: Dependencies = { tags: new Set(), isCacheable: true, isBusy: false }
  const result = await collecting.run(page, render)
  return { result, ...page }
}
