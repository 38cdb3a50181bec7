import { layoutHome } from '#features/articles/rules/layout-home.ts'

export type ListedArticle = { id: string; isBreaking?: boolean }
type Page = { articles: ListedArticle[] }
export type List = ListedArticle[] | { pages: Page[] }

/** `newIds`: articles that the reader has not seen. */
export type ListUpdate =
  /** Same articles and order; texts may differ. */
  | { kind: 'correct'; data: List }
  /** Articles move. */
  | { kind: 'apply'; data: List; newIds: string[] }
  /** Keeps the old list, with new texts, until the reader requests the new one. */
  | { kind: 'hold'; data: List; newIds: string[] }

export function isList(data: unknown): data is List {
  const first = Array.isArray(data) ? data : (data as { pages?: unknown } | undefined)?.pages
  return Array.isArray(first) && (first === data ? first.every(isListed) : first.every(isPage))
}

/**
 * Spec §4, Article list.
 *
 * @param options.isHome a breaking article comes first
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
  const articles = articlesOf(list)
  if (!isHome) return articles.map(({ id }) => id)
  const { hero, featured, rest } = layoutHome(
    articles.map(({ id, isBreaking = false }) => ({ id, isBreaking })),
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

/** Updates the texts of `shown` and, with `flags`, its breaking flags. */
function correct(shown: List, fresh: List, flags: boolean): List {
  const byId = new Map(articlesOf(fresh).map((article) => [article.id, article]))
  const corrected = (article: ListedArticle) => {
    const found = byId.get(article.id)
    return found ? { ...found, isBreaking: flags ? found.isBreaking : article.isBreaking } : article
  }
  if (Array.isArray(shown)) return shown.map(corrected)
  const pages = shown.pages.map((page) => ({ ...page, articles: page.articles.map(corrected) }))
  return { ...shown, pages }
}

export function articlesOf(list: List): ListedArticle[] {
  return Array.isArray(list) ? list : list.pages.flatMap(({ articles }) => articles)
}

function isSame(one: string[], other: string[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index])
}

function isListed(value: unknown): value is ListedArticle {
  return typeof (value as ListedArticle | null)?.id === 'string'
}

function isPage(value: unknown): value is Page {
  const articles = (value as Page | null)?.articles
  return Array.isArray(articles) && articles.every(isListed)
}
