import { asc, eq, inArray, sql } from 'drizzle-orm'
import { diffFields } from '#features/audit/rules/diff-fields.ts'
import { type Actor, recordAudit } from '#features/audit/server/record-audit.server.ts'
import { redirectPages } from '#features/redirects/server/redirect-pages.server.ts'
import { collectionPath } from '#kernel/collection-path.ts'
import { chooseSlug } from '#kernel/slug.ts'
import type { Db } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { byName } from '#platform/database/name-order.server.ts'
import { articleList } from '#schema/desk.ts'
import { articleTopics, topics } from '#schema/topics.ts'
import { MAX_TOPICS, type TopicForm } from '../rules/topic.ts'

/** `articles` counts drafts too, except deleted ones. */
export type Topic = {
  id: string
  slug: string
  name: string
  description: string
  imageUrl: string | null
  articles: number
}

export type SaveTopicOutcome =
  | { kind: 'saved' }
  /** The topic `id` has the name. */
  | { kind: 'taken'; id: string }
  /** Another topic has the address. */
  | { kind: 'slug-taken' }
  /** There are `MAX_TOPICS`. */
  | { kind: 'full' }
  /** Somebody has deleted or merged it. */
  | { kind: 'gone' }

/** Lists all topics, by name. */
export async function listTopics(db: Db): Promise<Topic[]> {
  const { id, slug, name, description, imageUrl } = topics
  const articles = sql<number>`count(${articleList.id}) filter (where ${articleList.deletedAt} is null)`
  return db
    .select({ id, slug, name, description, imageUrl, articles: articles.mapWith(Number) })
    .from(topics)
    .leftJoin(articleTopics, eq(articleTopics.topicId, id))
    .leftJoin(articleList, eq(articleList.id, articleTopics.articleId))
    .groupBy(id)
    .orderBy(byName(name), asc(id))
}

/** Lists the names of all topics, sorted. */
export function listTopicNames(db: Db): Promise<Pick<Topic, 'id' | 'slug' | 'name'>[]> {
  const { id, slug, name } = topics
  return db.select({ id, slug, name }).from(topics).orderBy(byName(name), asc(id))
}

/**
 * Creates or changes a topic. If the slug changes, the former address redirects to the new one.
 *
 * @param topic.id chosen by the client, so that a retry creates one topic
 * @param topic.slug empty to keep it, or to derive that of a new topic from the name
 */
export async function saveTopic(
  db: Db,
  by: Actor,
  { id, isNew, ...form }: TopicForm & { id: string; isNew: boolean },
): Promise<SaveTopicOutcome> {
  const { name, description } = form
  const imageUrl = form.imageUrl || null
  return db.transaction(async (tx) => {
    await lockTopics(tx)
    const stored = await tx
      .select({
        id: topics.id,
        values: {
          slug: topics.slug,
          name: topics.name,
          description: topics.description,
          imageUrl: topics.imageUrl,
        },
        // The unique index uses PostgreSQL's lower case, which differs from JavaScript's.
        isSameName: sql<boolean>`lower(${topics.name}) = lower(${name})`,
      })
      .from(topics)
    const before = stored.find((topic) => topic.id === id)
    if (!before && !isNew) return { kind: 'gone' }
    const namesake = stored.find((topic) => topic.isSameName && topic.id !== id)
    if (namesake) return { kind: 'taken', id: namesake.id }
    if (!before && stored.length >= MAX_TOPICS) return { kind: 'full' }
    const others = stored.filter((topic) => topic.id !== id)
    const slug = chooseSlug(
      { typed: form.slug, current: before?.values.slug, name, kind: 'topic' },
      new Set(others.map((other) => other.values.slug)),
    )
    if (slug === undefined) return { kind: 'slug-taken' }
    const values = { slug, name, description, imageUrl }
    const changes = diffFields(before?.values ?? {}, values)
    if (before && Object.keys(changes).length === 0) return { kind: 'saved' }
    if (before) {
      const update = tx.update(topics).set(values).where(eq(topics.id, id))
      // It may have been deleted since it was read.
      if ((await update.returning({ id: topics.id })).length === 0) return { kind: 'gone' }
      if (before.values.slug !== slug)
        await redirectPages(tx, { from: pathOf(before.values.slug), to: pathOf(slug) })
    } else await tx.insert(topics).values({ id, ...values })
    const action = before ? 'topic.update' : 'topic.create'
    await recordAudit(tx, { by, action, subjectId: id, subject: name, changes })
    return { kind: 'saved' }
  })
}

/** One change at a time, so that the limit holds and slugs are unique. */
export async function lockTopics(tx: Pick<Db, 'execute'>): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEYS.changeTopics})`)
}

function pathOf(slug: string): string {
  return collectionPath({ kind: 'topic', slug })
}

type MergeTopicsOutcome = { kind: 'merged' } | { kind: 'gone' }

/** Moves the articles and addresses of one topic to another, whose missing texts and image it fills, and deletes the first. */
export async function mergeTopics(
  db: Db,
  by: Actor,
  { id, intoId }: { id: string; intoId: string },
): Promise<MergeTopicsOutcome> {
  return db.transaction(async (tx) => {
    await lockTopics(tx)
    const found = await tx
      .select()
      .from(topics)
      .where(inArray(topics.id, [id, intoId]))
      .for('update')
    const from = found.find((topic) => topic.id === id)
    const into = found.find((topic) => topic.id === intoId)
    if (!from || !into || from === into) return { kind: 'gone' }
    await tx.execute(sql`
      delete from article_topics x where topic_id = ${id} and exists (
        select from article_topics y where y.article_id = x.article_id and y.topic_id = ${intoId})`)
    await tx.execute(sql`update article_topics set topic_id = ${intoId} where topic_id = ${id}`)
    await tx.delete(topics).where(eq(topics.id, id))
    await redirectPages(tx, { from: pathOf(from.slug), to: pathOf(into.slug) })
    await tx
      .update(topics)
      .set({ description: into.description || from.description, imageUrl: into.imageUrl ?? from.imageUrl })
      .where(eq(topics.id, intoId))
    const changes = { mergedInto: { from: null, to: into.name } }
    await recordAudit(tx, { by, action: 'topic.merge', subjectId: id, subject: from.name, changes })
    return { kind: 'merged' }
  })
}

/** Deletes a topic, but not its articles. */
export async function deleteTopic(db: Db, by: Actor, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [deleted] = await tx.delete(topics).where(eq(topics.id, id)).returning({ name: topics.name })
    if (deleted) await recordAudit(tx, { by, action: 'topic.delete', subjectId: id, subject: deleted.name })
  })
}
