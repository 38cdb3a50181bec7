import type { OpmlFeed, RefusedFeed } from '#domain/feeds/opml.ts'
import type { Account } from '#features/accounts/current-account.server.ts'
import { changesOf } from '#features/audit/changes-of.ts'
import { recordAudit } from '#features/audit/record-audit.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { createFeedReader } from './feed-reader.server.ts'
import { addFeed } from './feeds.server.ts'

type Named = { url: string; title: string }

/** What became of each entry of a subscription list. `reason` is a sentence. */
export type ImportReport =
  | { kind: 'imported'; added: Named[]; known: Named[]; refused: RefusedFeed[] }
  | { kind: 'invalid'; reason: string }

/** Adds the feeds of a subscription list (OPML), all in one transaction; those without a category of ours go to News. */
export async function importFeeds(db: Db, by: Account, opml: string): Promise<ImportReport> {
  const reader = createFeedReader()
  const list = await reader.readOpml(opml).finally(() => reader.close())
  if (list.kind === 'invalid') return { kind: 'invalid', reason: list.reason }
  return db.transaction(async (tx) => {
    const added: Named[] = []
    const known: Named[] = []
    const refused = [...list.refused]
    // In one order for all, so that two imports at once do not wait for each other.
    for (const feed of list.feeds.toSorted(byUrl)) {
      const outcome = await addFeed(tx, { ...feed, category: feed.category ?? 'News' })
      const { url, title } = feed
      if (outcome.kind === 'refused') refused.push({ url, title, reason: `${outcome.reason}.` })
      else (outcome.kind === 'added' ? added : known).push({ url, title })
    }
    if (added.length > 0) {
      const subject = added.length === 1 ? '1 feed' : `${added.length} feeds`
      const changes = changesOf({}, { feeds: added.map(({ url }) => url).join('\n') })
      await recordAudit(tx, { by, action: 'feed.import', subject, changes })
    }
    return { kind: 'imported', added, known, refused }
  })
}

function byUrl(one: OpmlFeed, other: OpmlFeed): number {
  return one.url < other.url ? -1 : 1
}
