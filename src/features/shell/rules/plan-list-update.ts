import { layoutHome } from '#features/articles/rules/layout-home.ts'

export type Story = { id: string; isBreaking?: boolean }
type Page = { articles: Story[] }
export type List = Story[] | { pages: Page[] }

/** `newIds` are the articles that the reader has not seen. */
export type ListUpdate =
  /** Same articles and order; texts may differ. */
  | { kind: 'correct'; data: List }
  /** Articles move. */
  | { kind: 'apply'; data: List; newIds: string[] }
  /** Keeps the old list, with new texts, until the reader requests the new one. */
  | { kind: 'hold'; data: List; newIds: string[] }

export function isList(data: unknown): data is List {
  const first = Array.isArray(data) ? data : (data as { pages?: unknown } | undefined)?.pages
  return Array.isArray(first) && (first === data ? first.every(isStory) : first.every(isPage))
}

/**
 * Spec §4, Article list.
 *
 * @param options.isHome a breaking article comes first
 * @param options.mayMove whether articles may move
 */
export function planListUpdate(
  shown: List,
  fresh: List,
  options: { isHome: boolean; mayMove: boolean },
): ListUpdate {
  const order = (list: List) => idsInOrder(list, options.isHome)
  if (isSame(order(shown), order(fresh))) return { kind: 'correct', data: fresh }
  const newIds = findNew(order(shown), order(fresh))
  if (options.mayMove) return { kind: 'apply', data: fresh, newIds }
  const corrected = correct(shown, fresh, true)
  const isOrderUnchanged = isSame(order(shown), order(corrected))
  return { kind: 'hold', data: isOrderUnchanged ? corrected : correct(shown, fresh, false), newIds }
}

function idsInOrder(list: List, isHome: boolean): string[] {
  const stories = storiesOf(list)
  if (!isHome) return stories.map(({ id }) => id)
  const { hero, featured, rest } = layoutHome(
    stories.map(({ id, isBreaking = false }) => ({ id, isBreaking })),
  )
  return hero ? [hero, ...featured, ...rest].map(({ id }) => id) : []
}

/** Excludes an older article that replaces a removed one at the end. */
function findNew(shown: string[], fresh: string[]): string[] {
  const known = new Set(shown)
  const lastKnown = fresh.findLastIndex((id) => known.has(id))
  const hasGrown = fresh.length > shown.length
  return fresh.filter((id, index) => !known.has(id) && (lastKnown < 0 || index < lastKnown || hasGrown))
}

/** With the texts of `fresh`, and with `flags` its breaking flags. */
function correct(shown: List, fresh: List, flags: boolean): List {
  const byId = new Map(storiesOf(fresh).map((story) => [story.id, story]))
  const corrected = (story: Story) => {
    const found = byId.get(story.id)
    return found ? { ...found, isBreaking: flags ? found.isBreaking : story.isBreaking } : story
  }
  if (Array.isArray(shown)) return shown.map(corrected)
  const pages = shown.pages.map((page) => ({ ...page, articles: page.articles.map(corrected) }))
  return { ...shown, pages }
}

export function storiesOf(list: List): Story[] {
  return Array.isArray(list) ? list : list.pages.flatMap(({ articles }) => articles)
}

function isSame(one: string[], other: string[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index])
}

function isStory(value: unknown): value is Story {
  return typeof (value as Story | null)?.id === 'string'
}

function isPage(value: unknown): value is Page {
  const articles = (value as Page | null)?.articles
  return Array.isArray(articles) && articles.every(isStory)
}
