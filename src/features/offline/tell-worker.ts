import { parseEntries } from '#domain/bookmark-entries.ts'
import { isUuid } from '#domain/uuid.ts'
import { articleDataAddress } from '#features/articles/article-data-address.ts'
import { readStored } from '#features/bookmarks/stored-bookmarks.ts'
import type { SavedArticle } from './saved-article.ts'

/** Tells the service worker, once there is one, what the Reading List holds. */
export async function tellWorker(): Promise<void> {
  const [{ active }, articles] = await Promise.all([navigator.serviceWorker.ready, savedArticles()])
  active?.postMessage(articles)
}

/** What the Reading List holds; an entry that cannot be an article of ours is left out. */
async function savedArticles(): Promise<SavedArticle[]> {
  const articles: SavedArticle[] = []
  for (const entry of parseEntries(readStored())) {
    const { id, title } = entry ?? {}
    if (typeof id !== 'string' || typeof title !== 'string' || !isUuid(id)) continue
    articles.push({ id, title, data: await articleDataAddress(id) })
  }
  return articles
}
