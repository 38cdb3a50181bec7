import { randomUUID } from 'node:crypto'
import { and, eq, gte, sql } from 'drizzle-orm'
import { FETCH_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { readFields, toForm } from '#features/drafts/server/article-fields.server.ts'
import { type DraftState, lockDraft } from '#features/drafts/server/draft-state.server.ts'
import type { ItemDrafts } from '#features/feeds/ingest/item-drafts.server.ts'
import { feedKey, isLinkKey } from '#features/feeds/parse/identify-items.ts'
import type { Db } from '#platform/database/db.server.ts'
import { feedVersions, heldItems, publications } from '#schema/newsroom.ts'
import { findFeedVersion } from './feed-versions.server.ts'
import { withdrawLocked } from './withdraw-article.server.ts'

export const DELETED_AT_SOURCE = 'Deleted at its source.'

/** Withdraws articles that show the text of a feed which publishes automatically. People decide about the others. */
export const deleteAtSource: ItemDrafts['deleteAtSource'] = async (tx, feed, deletions, now) => {
  const times = new Map(deletions.map(({ itemId, at }) => [feedKey(feed.id, itemId), at]))
  const addresses = deletions.flatMap(({ itemId }) => (isLinkKey(itemId) ? [itemId] : []))
  for (const { id, itemKey } of await findItems(tx, feed.id, [...times.keys()], addresses)) {
    const at = times.get(itemKey)
    const state = at && (await lockDraft(tx, id))
    if (!state || state.draft.deletedAt || (await isDecided(tx, id, at))) continue
    const isUnedited = state.draft.formHash === state.published?.formHash
    const isHeld = (await tx.$count(heldItems, eq(heldItems.articleId, id))) > 0
    if (state.article?.feedId === feed.id && feed.newArticles === 'publish' && isUnedited && !isHeld) {
      const withdrawal = { publicationId: randomUUID(), reason: DELETED_AT_SOURCE }
      await withdrawLocked(tx, state, withdrawal, FETCH_ACTOR, now)
    } else await offerDeletion(tx, state, feed.id, at, now)
  }
}

/** @param itemKeys see `feedKey`; `addresses` are the keys of guids that are addresses */
async function findItems(
  tx: Db,
  feedId: string,
  itemKeys: string[],
  addresses: string[],
): Promise<{ id: string; itemKey: string }[]> {
  const prefix = feedKey(feedId, '')
  const { rows } = await tx.execute<{ id: string; itemKey: string }>(sql`
    with keys as (
      select key, key as item_key from unnest(${sql.param(itemKeys)}::text[]) as key
      union all
      select address, ${prefix} || address from unnest(${sql.param(addresses)}::text[]) as address
    )
    select distinct on (id) id, item_key as "itemKey" from (
      select a.id, keys.item_key
      from keys join article_identities i using (key) join articles a on a.id = i.article_id
      left join feed_versions v on v.article_id = a.id
      where ${feedId}::uuid in (a.feed_id, v.feed_id) and coalesce(i.item_key, keys.item_key) = keys.item_key
      union all
      select h.article_id, keys.item_key from keys join held_items h on keys.key = any(h.keys)
      where h.feed_id = ${feedId}
    ) as item order by id`)
  return rows
}

/** A feed repeats a deletion for some time. It has no effect on an article that editors publish again. */
async function isDecided(tx: Db, id: string, at: Date): Promise<boolean> {
  const version = await findFeedVersion(tx, id)
  if (version?.deletedAt && version.deletedAt >= at) return true
  const isLater = and(
    eq(publications.articleId, id),
    eq(publications.kind, 'withdraw'),
    gte(publications.plannedAt, at),
  )
  return (await tx.$count(publications, isLater)) > 0
}

async function offerDeletion(
  tx: Db,
  state: DraftState,
  feedId: string,
  deletedAt: Date,
  at: Date,
): Promise<void> {
  const { draft, article } = state
  const fields = article ? toForm(article) : readFields(draft.fields)
  const values = { articleId: draft.id, feedId, itemHash: article?.itemHash ?? '', fields }
  const offered = { isOffered: true, deletedAt, at }
  await tx
    .insert(feedVersions)
    .values({ ...values, ...offered })
    .onConflictDoUpdate({ target: feedVersions.articleId, set: offered })
}
