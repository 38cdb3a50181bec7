import { eq } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { feeds } from '#schema/feeds.ts'
import type { Feed } from './feeds.server.ts'
import type { Gathered } from './gather-feed.server.ts'
import { type StoreCounts, storeItems } from './store-items.server.ts'

/** What became of one feed in a run. `gone`: it was removed while it was asked, and nothing was stored. */
export type FeedResult = { counts: StoreCounts } & (
  | { outcome: 'items' | 'not-modified' | 'gone' }
  | { outcome: 'failed'; error: string }
)

const NOTHING: StoreCounts = { created: 0, updated: 0, duplicates: 0 }

/** Stores one feed's outcome, whatever it is, in one transaction: its articles and its own state, or neither. */
export async function storeGathered(db: Db, feed: Feed, gathered: Gathered, now: Date): Promise<FeedResult> {
  return db.transaction(async (tx) => {
    const [present] = await tx
      .select({ id: feeds.id, category: feeds.category, title: feeds.title })
      .from(feeds)
      .where(eq(feeds.id, feed.id))
      .for('update')
    if (!present) return { outcome: 'gone', counts: NOTHING }
    const owner = { origin: 'feed', feedId: present.id, category: present.category } as const
    const counts = gathered.kind === 'items' ? await storeItems(tx, gathered.items, owner, now) : NOTHING
    const checked = {
      nextCheckAt: gathered.nextCheckAt,
      etag: gathered.etag,
      lastModified: gathered.lastModified,
      lastCheckedAt: now,
    }
    if (gathered.kind === 'failed') {
      const failureCount = feed.failureCount + 1
      await tx
        .update(feeds)
        .set({ ...checked, failureCount, lastError: gathered.reason })
        .where(eq(feeds.id, feed.id))
      return { outcome: 'failed', counts, error: gathered.reason }
    }
    const title = present.title || (gathered.kind === 'items' ? gathered.title : '')
    await tx
      .update(feeds)
      .set({ ...checked, title, lastSuccessAt: now, failureCount: 0, lastError: null })
      .where(eq(feeds.id, feed.id))
    return { outcome: gathered.kind, counts }
  })
}
