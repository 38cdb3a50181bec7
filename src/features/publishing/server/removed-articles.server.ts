import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { articles, deletedArticles } from '#schema/articles.ts'
import { heldItems } from '#schema/newsroom.ts'

/**
 * Stores a copy. The identity keys remain, so that its feed does not add it again. A held change of its feed remains an
 * edit of the draft.
 */
export async function removeArticle(tx: Db, id: string): Promise<void> {
  await tx.execute(sql`
    insert into deleted_articles (id, row, keys)
    select id, to_jsonb(articles) - 'search_text',
      array(select key from article_identities where article_id = articles.id)
    from articles where id = ${id}
    on conflict (id) do update set row = excluded.row, keys = excluded.keys, deleted_at = now()`)
  await tx.delete(heldItems).where(eq(heldItems.articleId, id))
  await tx.delete(articles).where(eq(articles.id, id))
}

const STORED_COLUMNS = Object.values(getTableColumns(articles)).filter(({ generated }) => !generated)

/**
 * Columns that the copy lacks, since an earlier version stored it, get their defaults.
 *
 * @returns false if no copy is stored, or if the article exists
 */
export async function restoreArticle(tx: Db, id: string): Promise<boolean> {
  const [removed] = await tx.delete(deletedArticles).where(eq(deletedArticles.id, id)).returning()
  if (!removed) return false
  const columns = sql.join(
    STORED_COLUMNS.filter(({ name }) => name in removed.row).map(({ name }) => sql.identifier(name)),
    sql`, `,
  )
  const { rowCount } = await tx.execute(sql`
    insert into articles (${columns})
    select ${columns} from jsonb_populate_record(null::articles, ${JSON.stringify(removed.row)}::jsonb
      || jsonb_build_object('feed_id', (select id from feeds where id = ${removed.row.feed_id ?? null}::uuid)))
    on conflict (id) do nothing`)
  if (rowCount === 0) return false
  await tx.execute(sql`
    update article_identities set article_id = ${id}
    where article_id is null and key = any(${sql.param(removed.keys)}::text[])`)
  return true
}
