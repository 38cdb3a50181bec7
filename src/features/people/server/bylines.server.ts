import { eq, sql } from 'drizzle-orm'
import { type Actor, recordAudit } from '#features/audit/server/record-audit.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { containsFolded } from '#platform/database/folded-text.server.ts'
import { byName } from '#platform/database/name-order.server.ts'
import { authorAliases, authors } from '#schema/authors.ts'
import { MAX_ALIASES } from '../rules/person.ts'

/** A byline in plain text, with the number of published articles. */
export type PlainByline = { name: string; articles: number }

/** `bylines` has the most frequent, `total` counts all. */
type PlainBylines = { bylines: PlainByline[]; total: number }

const MAX_LISTED_BYLINES = 100

/**
 * Lists the bylines that name no person, the most frequent first.
 *
 * @param text a part of the byline, in any case
 */
export async function listPlainBylines(db: Db, text: string): Promise<PlainBylines> {
  const { rows } = await db.execute<PlainByline & { total: number }>(sql`
    with plain as (
      select author as name, count(*)::int as articles from articles
      where byline is null and author <> '' group by author
    )
    select name, articles, count(*) over ()::int as total from plain
    where not exists (select from author_aliases where author_aliases.name = plain.name)
      and ${containsFolded(sql`name`, text)}
    order by articles desc, ${byName(sql`name`)} limit ${MAX_LISTED_BYLINES}`)
  return { bylines: rows.map(({ name, articles }) => ({ name, articles })), total: rows[0]?.total ?? 0 }
}

/** Lists the bylines that are linked to a person, by name. */
export async function listAliases(db: Db, authorId: string): Promise<string[]> {
  const rows = await db
    .select({ name: authorAliases.name })
    .from(authorAliases)
    .where(eq(authorAliases.authorId, authorId))
    .orderBy(byName(authorAliases.name))
  return rows.map(({ name }) => name)
}

type LinkBylineOutcome = { kind: 'linked' } | { kind: 'gone' } | { kind: 'full' }

/** Links a byline to a person: articles with exactly this text, now or later, then name the person. */
export async function linkByline(
  db: Db,
  by: Actor,
  { name, authorId }: { name: string; authorId: string },
): Promise<LinkBylineOutcome> {
  return db.transaction(async (tx) => {
    const [person] = await tx.select().from(authors).where(eq(authors.id, authorId)).for('no key update')
    if (!person) return { kind: 'gone' }
    if ((await tx.$count(authorAliases, eq(authorAliases.authorId, authorId))) >= MAX_ALIASES)
      return { kind: 'full' }
    await tx
      .insert(authorAliases)
      .values({ name, authorId })
      .onConflictDoUpdate({ target: authorAliases.name, set: { authorId } })
    const changes = { byline: { from: null, to: name } }
    await recordAudit(tx, { by, action: 'person.link', subjectId: authorId, subject: person.name, changes })
    return { kind: 'linked' }
  })
}

/** Unlinks a byline, which articles then show as plain text. */
export async function unlinkByline(db: Db, by: Actor, name: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [removed] = await tx.delete(authorAliases).where(eq(authorAliases.name, name)).returning()
    if (!removed) return
    const [person] = await tx.select().from(authors).where(eq(authors.id, removed.authorId))
    const changes = { byline: { from: name, to: null } }
    const subject = person?.name ?? name
    await recordAudit(tx, { by, action: 'person.unlink', subjectId: removed.authorId, subject, changes })
  })
}
