type ListedArticle = { id: string }
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

/** Spec §4, Article list. Lists are in the order in which they are shown. */
export function planListUpdate(shown: List, fresh: List, options: { mayMove: boolean }): ListUpdate {
  const [before, after] = [idsOf(shown), idsOf(fresh)]
  if (isSame(before, after)) return { kind: 'correct', data: fresh }
  const newIds = findNew(before, after)
  return options.mayMove
    ? { kind: 'apply', data: fresh, newIds }
    : { kind: 'hold', data: correct(shown, fresh), newIds }
}

const idsOf = (list: List) => articlesOf(list).map(({ id }) => id)

/** Excludes an older article that replaces a removed one at the end. */
function findNew(shown: string[], fresh: string[]): string[] {
  const known = new Set(shown)
  const lastKnown = fresh.findLastIndex((id) => known.has(id))
  const hasGrown = fresh.length > shown.length
  return fresh.filter((id, index) => !known.has(id) && (lastKnown < 0 || index < lastKnown || hasGrown))
}

/** Updates the articles of `shown`. */
function correct(shown: List, fresh: List): List {
  const byId = new Map(articlesOf(fresh).map((article) => [article.id, article]))
  const corrected = (article: ListedArticle) => byId.get(article.id) ?? article
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
