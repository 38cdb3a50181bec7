import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What a page depends on. A read names its tags while a page is rendered; the page cache stores the page with them
 * and drops it when one of them changes.
 *
 * - `articles`: any article (the home page, the list of all articles)
 * - `category:Politics`: an article of that category
 * - `article:{id}`: that article
 * - `breaking`: a breaking article
 * - `settings`: a site setting
 * - `moment`: what holds for this render only, such as a read that failed; a page with this tag is not stored
 * - `busy`: what was refused, because too many ask for it at once
 */
export type PageTag =
  | 'articles'
  | 'breaking'
  | 'settings'
  | 'moment'
  | 'busy'
  | `category:${string}`
  | `article:${string}`

/** What a change touches: readers' pages, or screens of the back office, of which readers' pages are not told. */
export type ChangeTag = PageTag | AdminTag

export type AdminTag = `admin:${'users' | 'feeds' | 'subscribers' | 'campaigns' | 'audit'}`

/** Whether readers' pages may depend on it. */
export function isPageTag(tag: ChangeTag): tag is PageTag {
  return !tag.startsWith('admin:')
}

const collecting = new AsyncLocalStorage<Set<PageTag>>()

/** Says that the page being rendered, if one is, depends on these tags. */
export function dependOn(...tags: PageTag[]): void {
  const set = collecting.getStore()
  if (set) for (const tag of tags) set.add(tag)
}

/** Runs `render` and returns its result with every tag that was named on the way. */
export async function collectTags<T>(render: () => Promise<T>): Promise<{ result: T; tags: Set<PageTag> }> {
  const tags = new Set<PageTag>()
  const result = await collecting.run(tags, render)
  return { result, tags }
}
