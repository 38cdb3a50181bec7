import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { hasCapability } from '#features/access/rules/access.ts'
import { diffFields } from '#features/audit/rules/diff-fields.ts'
import { type Actor, recordAudit } from '#features/audit/server/record-audit.server.ts'
import { redirectPages } from '#features/redirects/server/redirect-pages.server.ts'
import { collectionPath } from '#kernel/collection-path.ts'
import { ROLES } from '#kernel/roles.ts'
import { chooseSlug } from '#kernel/slug.ts'
import type { Db } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { byName } from '#platform/database/name-order.server.ts'
import { users } from '#schema/accounts.ts'
import { authorAliases, authors, mergedAuthors } from '#schema/authors.ts'
import { MAX_ALIASES, MAX_PEOPLE, type PersonForm, splitLines } from '../rules/person.ts'

/** `articles` counts published ones. */
export type Person = { id: string; slug: string; name: string; imageUrl: string | null; articles: number }

export type SavePersonOutcome =
  | { kind: 'saved' }
  /** Another person has the address. */
  | { kind: 'slug-taken' }
  /** Another person belongs to the account. */
  | { kind: 'account-taken' }
  /** There are `MAX_PEOPLE`. */
  | { kind: 'full' }
  /** Somebody has deleted or merged the person. */
  | { kind: 'gone' }

/** Lists all people, by name. */
export async function listPeople(db: Db): Promise<Person[]> {
  const { rows } = await db.execute<Person>(sql`
    with chosen as (
      select author_id, count(*) as articles from article_authors where author_id is not null group by author_id
    ), named as (
      select s.author_id, count(*) as articles from author_aliases s
      join articles a on a.author = s.name and a.byline is null group by s.author_id
    )
    select id, slug, name, image_url as "imageUrl",
      (coalesce(chosen.articles, 0) + coalesce(named.articles, 0))::int as articles
    from ${authors}
    left join chosen on chosen.author_id = id
    left join named on named.author_id = id
    order by ${byName(authors.name)}, id`)
  return rows
}

/** Lists the names of all people, sorted. */
export function listPeopleNames(db: Db): Promise<{ id: string; name: string }[]> {
  const { id, name } = authors
  return db.select({ id, name }).from(authors).orderBy(byName(name), asc(id))
}

/** Null if the person does not exist. */
export async function findPersonForm(db: Db, id: string): Promise<PersonForm | null> {
  const [row] = await db.select().from(authors).where(eq(authors.id, id))
  return row ? toForm(row) : null
}

function toForm(row: typeof authors.$inferSelect): PersonForm {
  const { name, slug, biography, links, imageUrl, userId } = row
  return { name, slug, biography, links: links.join('\n'), imageUrl: imageUrl ?? '', userId: userId ?? '' }
}

export type PersonAccount = { id: string; name: string }

const WRITERS = ROLES.filter((role) => hasCapability({ role }, 'article.write'))
const MAX_ACCOUNTS = 500

/** Lists the accounts that may belong to a person, by name. */
export function listPersonAccounts(db: Db): Promise<PersonAccount[]> {
  return db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(inArray(users.role, WRITERS), eq(users.banned, false)))
    .orderBy(byName(users.name), asc(users.id))
    .limit(MAX_ACCOUNTS)
}

/**
 * Creates or changes a person. If the slug changes, the former address redirects to the new one.
 *
 * @param person.id chosen by the client, so that a retry creates one person
 * @param person.slug empty to keep it, or to derive that of a new person from the name
 */
export async function savePerson(
  db: Db,
  by: Actor,
  { id, isNew, ...form }: PersonForm & { id: string; isNew: boolean },
): Promise<SavePersonOutcome> {
  return db.transaction(async (tx) => {
    await lockPeople(tx)
    const [before] = await tx.select().from(authors).where(eq(authors.id, id))
    if (!before && !isNew) return { kind: 'gone' }
    if (!before && (await tx.$count(authors)) >= MAX_PEOPLE) return { kind: 'full' }
    const others = await tx.select({ slug: authors.slug }).from(authors).where(ne(authors.id, id))
    const slug = chooseSlug(
      { typed: form.slug, current: before?.slug, name: form.name, kind: 'person' },
      new Set(others.map((other) => other.slug)),
    )
    if (slug === undefined) return { kind: 'slug-taken' }
    const userId = form.userId || null
    if (userId && (await tx.$count(authors, and(eq(authors.userId, userId), ne(authors.id, id)))) > 0)
      return { kind: 'account-taken' }
    const after = { ...form, slug }
    const changes = diffFields<PersonForm>(before ? toForm(before) : {}, after)
    if (before && Object.keys(changes).length === 0) return { kind: 'saved' }
    const { name, biography } = form
    const values = {
      ...{ slug, name, biography, userId },
      imageUrl: form.imageUrl || null,
      links: splitLines(form.links),
    }
    if (before) await tx.update(authors).set(values).where(eq(authors.id, id))
    else await tx.insert(authors).values({ id, ...values })
    if (before && before.slug !== slug)
      await redirectPages(tx, { from: pathOf(before.slug), to: pathOf(slug) })
    const action = before ? 'person.update' : 'person.create'
    await recordAudit(tx, { by, action, subjectId: id, subject: name, changes })
    return { kind: 'saved' }
  })
}

/** One change at a time, so that the limit holds and slugs are unique. */
export async function lockPeople(tx: Pick<Db, 'execute'>): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEYS.changePeople})`)
}

function pathOf(slug: string): string {
  return collectionPath({ kind: 'author', slug })
}

/** Deletes a person. Published articles keep the name as plain text. */
export async function deletePerson(db: Db, by: Actor, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPeople(tx)
    const [deleted] = await tx.delete(authors).where(eq(authors.id, id)).returning({ name: authors.name })
    if (deleted) await recordAudit(tx, { by, action: 'person.delete', subjectId: id, subject: deleted.name })
  })
}

export type MergePeopleOutcome =
  | { kind: 'merged' }
  /** Somebody has deleted or merged one of them. */
  | { kind: 'gone' }
  /** Together, they have more than `MAX_ALIASES` bylines. */
  | { kind: 'full' }

/**
 * Moves the articles, bylines and addresses of one person to another, whose missing texts and portrait it fills, and
 * deletes the first. From now on, bylines that contain the id of the first name the other.
 */
export async function mergePeople(
  db: Db,
  by: Actor,
  { id, intoId }: { id: string; intoId: string },
): Promise<MergePeopleOutcome> {
  return db.transaction(async (tx) => {
    await lockPeople(tx)
    const people = await tx
      .select()
      .from(authors)
      .where(inArray(authors.id, [id, intoId]))
      .for('update')
    const from = people.find((person) => person.id === id)
    const into = people.find((person) => person.id === intoId)
    if (!from || !into || from === into) return { kind: 'gone' }
    const aliases = await tx.$count(authorAliases, inArray(authorAliases.authorId, [id, intoId]))
    if (aliases > MAX_ALIASES) return { kind: 'full' }
    await tx.execute(sql`
      delete from article_authors x where author_id = ${id} and exists (
        select from article_authors y where y.article_id = x.article_id and y.author_id = ${intoId})`)
    for (const table of ['article_authors', 'author_aliases', 'merged_authors'])
      await tx.execute(sql`update ${sql.identifier(table)} set author_id = ${intoId} where author_id = ${id}`)
    await tx.delete(authors).where(eq(authors.id, id))
    await tx.insert(mergedAuthors).values({ id, authorId: intoId })
    await redirectPages(tx, { from: pathOf(from.slug), to: pathOf(into.slug) })
    await tx
      .update(authors)
      .set({
        biography: into.biography || from.biography,
        imageUrl: into.imageUrl ?? from.imageUrl,
        links: into.links.length > 0 ? into.links : from.links,
        userId: into.userId ?? from.userId,
      })
      .where(eq(authors.id, intoId))
    const changes = { mergedInto: { from: null, to: into.name } }
    await recordAudit(tx, { by, action: 'person.merge', subjectId: id, subject: from.name, changes })
    return { kind: 'merged' }
  })
}
