import { isUuid } from '#kernel/uuid.ts'
import { getWithdrawn } from '../reading.functions.ts'
import { parseEntries } from '../rules/bookmark-entries.ts'
import type { SavedArticle } from '../rules/saved-article.ts'
import { withdrawnKey } from '../rules/withdrawn-key.ts'
import { readStored } from './stored-bookmarks.ts'

/** Waits until the service worker is active. */
export async function syncWorker(articleDataAddress: (id: string) => Promise<string>): Promise<void> {
  const [{ active }, articles] = await Promise.all([
    navigator.serviceWorker.ready,
    savedArticles(articleDataAddress),
  ])
  active?.postMessage(articles)
}

/** Skips invalid entries and removed articles, whose copies the worker deletes. */
async function savedArticles(articleDataAddress: (id: string) => Promise<string>): Promise<SavedArticle[]> {
  const articles: SavedArticle[] = []
  // Without a network, the worker cannot add copies.
  const withdrawn = await getWithdrawn().catch((): string[] => [])
  for (const entry of parseEntries(readStored())) {
    const { id, title, removed } = entry ?? {}
    if (typeof id !== 'string' || typeof title !== 'string' || !isUuid(id)) continue
    if (removed || withdrawn.includes(withdrawnKey(id))) continue
    articles.push({ id, title, data: await articleDataAddress(id) })
  }
  return articles
}
