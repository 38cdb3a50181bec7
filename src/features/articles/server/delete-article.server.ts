import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Account } from '#features/accounts/server/current-account.server.ts'
import { recordAudit } from '#features/accounts/server/record-audit.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { articles, deletedArticles } from '#schema/articles.ts'

/**
 * Deletes an article and keeps it aside for Undo. Its identity keys become tombstones, so that no feed brings it back.
 * What was deleted more than a day ago goes for good.
 *
 * @returns false when there is no such article
 */
export async function deleteArticle(db: Db, by: Account, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`delete from deleted_articles where deleted_at < now() - interval '1 day'`)
    const { rows } = await tx.execute<{ title: string }>(sql`
      with doomed as (
        select * from articles where id = ${id} for update
      ), kept as (
        insert into deleted_articles (id, row, keys)
        select id, to_jsonb(doomed) - 'search_text',
          array(select key from article_identities where article_id = doomed.id)
        from doomed
        on conflict (id) do update set row = excluded.row, keys = excluded.keys, deleted_at = now()
      )
      select title from doomed`)
    const [row] = rows
    if (!row) return false
    await tx.delete(articles).where(eq(articles.id, id))
    await recordAudit(tx, { by, action: 'article.delete', subjectId: id, subject: row.title })
    return true
  })
}

/** The columns that a row is given; PostgreSQL makes the others. */
const GIVEN = Object.values(getTableColumns(articles)).filter(({ generated }) => !generated)

/**
 * Brings a deleted article back as it was, under its id and known to its feed again. A feed that went meanwhile is not
 * its owner any more.
 *
 * @returns false when it is not kept any more, or is there already
 */
export async function restoreArticle(db: Db, by: Account, id: string): Promise<boolean> {
  const columns = sql.join(
    GIVEN.map(({ name }) => sql.identifier(name)),
    sql`, `,
  )
  return db.transaction(async (tx) => {
    const [kept] = await tx.delete(deletedArticles).where(eq(deletedArticles.id, id)).returning()
    if (!kept) return false
    const { rows } = await tx.execute<{ title: string }>(sql`
      insert into articles (${columns})
      select ${columns} from jsonb_populate_record(null::articles, ${JSON.stringify(kept.row)}::jsonb
        || jsonb_build_object('feed_id', (select id from feeds where id = ${kept.row.feed_id ?? null}::uuid)))
      on conflict (id) do nothing returning title`)
    const [row] = rows
    if (!row) return false
    await tx.execute(sql`
      update article_identities set article_id = ${id}
      where article_id is null and key = any(${sql.param(kept.keys)}::text[])`)
    await recordAudit(tx, { by, action: 'article.restore', subjectId: id, subject: row.title })
    return true
  })
}
