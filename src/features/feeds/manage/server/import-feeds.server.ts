import { diffFields } from '#features/audit/rules/diff-fields.ts'
import { type Actor, recordAudit } from '#features/audit/server/record-audit.server.ts'
import { GENERAL_CATEGORY } from '#kernel/category.ts'
import { formatCount } from '#kernel/format-count.ts'
import type { Db } from '#platform/database/db.server.ts'
import { feeds } from '#schema/feeds.ts'
import { createFeedReader } from '../../ingest/feed-reader.server.ts'
import { MAX_OPML_LENGTH, opmlTooLarge } from '../../model/feed-form.ts'
import { parseFeedAddress } from '../../model/feeds.server.ts'
import type { RejectedFeed } from '../../parse/opml.ts'

type Named = { url: string; title: string }

export type ImportReport =
  | { kind: 'imported'; added: Named[]; known: Named[]; rejected: RejectedFeed[] }
  | { kind: 'invalid'; reason: string }

export async function importFeeds(
  db: Db,
  by: Actor,
  opml: string,
  openReader = createFeedReader,
): Promise<ImportReport> {
  if (opml.length > MAX_OPML_LENGTH) return { kind: 'invalid', reason: opmlTooLarge() }
  const reader = openReader()
  const list = await reader.readOpml(opml).finally(() => reader.close())
  if (list.kind === 'invalid') return { kind: 'invalid', reason: list.reason }
  return db.transaction(async (tx) => {
    const rejected = [...list.rejected]
    const rows = new Map<string, typeof feeds.$inferInsert & Named>()
    for (const { url, title, publisher, category, fullText, newArticles } of list.feeds) {
      const read = parseFeedAddress(url)
      if ('reason' in read) rejected.push({ url, title, reason: `${read.reason}.` })
      else if (!rows.has(read.address))
        rows.set(read.address, {
          url: read.address,
          title,
          publisher,
          category: category ?? GENERAL_CATEGORY,
          fullText,
          newArticles,
        })
    }
    // A fixed order prevents deadlocks.
    const wanted = [...rows.values()].toSorted(byUrl)
    const inserted =
      wanted.length > 0
        ? await tx.insert(feeds).values(wanted).onConflictDoNothing().returning({ url: feeds.url })
        : []
    const isNew = new Set(inserted.map(({ url }) => url))
    const named = wanted.map(({ url, title }) => ({ url, title }))
    const added = named.filter(({ url }) => isNew.has(url))
    const known = named.filter(({ url }) => !isNew.has(url))
    if (added.length > 0) {
      const subject = formatCount(added.length, 'feed')
      const listed = (some: Named[]) => some.map(({ url }) => url).join('\n')
      const withFullText = added.filter(({ url }) => rows.get(url)?.fullText)
      const held = added.filter(({ url }) => rows.get(url)?.newArticles === 'hold')
      const changes = diffFields(
        {},
        {
          feeds: listed(added),
          ...(withFullText.length > 0 && { fullText: listed(withFullText) }),
          ...(held.length > 0 && { heldForReview: listed(held) }),
        },
      )
      await recordAudit(tx, { by, action: 'feed.import', subject, changes })
    }
    return { kind: 'imported', added, known, rejected }
  })
}

function byUrl(one: Named, other: Named): number {
  return one.url < other.url ? -1 : 1
}
