import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Account } from '#features/accounts/rules/access.ts'
import { recordAudit } from '#features/accounts/server/record-audit.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { articles, deletedArticles } from '#schema/articles.ts'

/**
 * Deletes an article. A copy is stored for a day for Undo; the identity keys remain, so that its feed does
 * not add it again.
 *
 * @returns false if it does not exist
 */
export async function deleteArticle(db: Db, by: Account, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`delete from deleted_articles where deleted_at < now() - interval '1 day'`)
    const { rows } = await tx.execute<{ title: string }>(sql`
      with deleted as (
        select * from articles where id = ${id} for update
      ), stored as (
        insert into deleted_articles (id, row, keys)
        select id, to_jsonb(deleted) - 'search_text',
          array(select key from article_identities where article_id = deleted.id)
        from deleted
        on conflict (id) do update set row = excluded.row, keys = excluded.keys, deleted_at = now()
      )
      select title from deleted`)
    const [row] = rows
    if (!row) return false
    await tx.delete(articles).where(eq(articles.id, id))
    await recordAudit(tx, { by, action: 'article.delete', subjectId: id, subject: row.title })
    return true
  })
}

const STORED_COLUMNS = Object.values(getTableColumns(articles)).filter(({ generated }) => !generated)

/**
 * Restores a deleted article with its id and identity keys.
 *
 * @returns false if no copy is stored, or if the article exists
 */
export async function restoreArticle(db: Db, by: Account, id: string): Promise<boolean> {
  const columns = sql.join(
    STORED_COLUMNS.map(({ name }) => sql.identifier(name)),
    sql`, `,
  )
  return db.transaction(async (tx) => {
    const [deleted] = await tx.delete(deletedArticles).where(eq(deletedArticles.id, id)).returning()
    if (!deleted) return false
    const { rows } = await tx.execute<{ title: string }>(sql`
      insert into articles (${columns})
      select ${columns} from jsonb_populate_record(null::articles, ${JSON.stringify(deleted.row)}::jsonb
        || jsonb_build_object('feed_id', (select id from feeds where id = ${deleted.row.feed_id ?? null}::uuid)))
      on conflict (id) do nothing returning title`)
    const [row] = rows
    if (!row) return false
    await tx.execute(sql`
      update article_identities set article_id = ${id}
      where article_id is null and key = any(${sql.param(deleted.keys)}::text[])`)
    await recordAudit(tx, { by, action: 'article.restore', subjectId: id, subject: row.title })
    return true
  })
}
