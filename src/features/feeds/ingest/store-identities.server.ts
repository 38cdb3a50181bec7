import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { feedKey, isLinkKey } from '../parse/identify-items.ts'
import type { Decision } from './decide-items.ts'
import type { KnownItems } from './match-item.ts'

type Identity = {
  key: string
  articleId: string | null
  itemKey: string | null
  itemMark: string | null
}

type Context = { known: KnownItems; created: ReadonlyMap<Decision, string>; feedId: string | null }

/** @param context.created the ids of new articles */
export async function storeIdentities(
  tx: Db,
  decisions: readonly Decision[],
  context: Context,
): Promise<void> {
  await insertIdentities(tx, listIdentities(decisions, context))
  const shared = new Set(decisions.flatMap(({ sharedKeys }) => sharedKeys))
  for (const key of shared) if (context.known.records.get(key)?.isShared) shared.delete(key)
  if (shared.size > 0)
    await tx.execute(
      sql`update article_identities set is_shared = true where key = any(${sql.param([...shared])}::text[])`,
    )
}

/** The identities of unpublished items have no article, like those of deleted ones. */
function listIdentities(decisions: readonly Decision[], context: Context): Identity[] {
  const { known, created } = context
  const unpublished = new Set(
    [...known.byKey.values()].flatMap((stored) =>
      stored.kind === 'held' && !stored.isPublished ? [stored.articleId] : [],
    ),
  )
  return decisions.flatMap((decision) => {
    const stored = 'articleId' in decision ? decision.articleId : null
    const articleId = created.get(decision) ?? (stored !== null && !unpublished.has(stored) ? stored : null)
    const described = describeItem(decision.item, context)
    return decision.newKeys.map((key) => ({
      key,
      articleId,
      ...(isLinkKey(key) ? described : { itemKey: null, itemMark: null }),
    }))
  })
}

function describeItem({ itemId, mark }: Decision['item'], { feedId }: Context) {
  return {
    itemKey: itemId === null || feedId === null ? null : feedKey(feedId, itemId),
    itemMark: feedId === null ? null : mark,
  }
}

async function insertIdentities(tx: Db, identities: readonly Identity[]): Promise<void> {
  if (identities.length === 0) return
  const column = (name: keyof Identity) => sql.param(identities.map((identity) => identity[name]))
  await tx.execute(sql`
    insert into article_identities (key, article_id, item_key, item_mark)
    select * from unnest(
      ${column('key')}::text[], ${column('articleId')}::uuid[], ${column('itemKey')}::text[], ${column('itemMark')}::text[]
    )
    on conflict do nothing`)
}
