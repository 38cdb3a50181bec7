import { asc, eq, sql } from 'drizzle-orm'
import { diffFields } from '#features/audit/rules/diff-fields.ts'
import { type Actor, recordAudit } from '#features/audit/server/record-audit.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { articleList } from '#schema/desk.ts'
import { articleTopics, topics } from '#schema/topics.ts'
import { MAX_TOPICS, type TopicForm, toTopicSlug } from '../rules/topic.ts'

/** `articles` counts drafts too, except deleted ones. */
export type Topic = { id: string; slug: string; name: string; description: string; articles: number }

export type SaveTopicOutcome =
  | { kind: 'saved' }
  /** The topic `id` has the name. */
  | { kind: 'taken'; id: string }
  /** There are `MAX_TOPICS`. */
  | { kind: 'full' }
  /** Somebody has deleted it. */
  | { kind: 'gone' }

/** By name. */
export async function listTopics(db: Db): Promise<Topic[]> {
  const { id, slug, name, description } = topics
  const articles = sql<number>`count(${articleList.id}) filter (where ${articleList.deletedAt} is null)`
  return db
    .select({ id, slug, name, description, articles: articles.mapWith(Number) })
    .from(topics)
    .leftJoin(articleTopics, eq(articleTopics.topicId, id))
    .leftJoin(articleList, eq(articleList.id, articleTopics.articleId))
    .groupBy(id)
    .orderBy(asc(sql`lower(${name})`), asc(id))
}

/**
 * A topic keeps its slug.
 *
 * @param topic.id chosen by the client, so that a retry creates one topic
 */
export async function saveTopic(
  db: Db,
  by: Actor,
  { id, isNew, name, description }: TopicForm & { id: string; isNew: boolean },
): Promise<SaveTopicOutcome> {
  return db.transaction(async (tx) => {
    // One at a time, so that the limit holds and slugs are unique.
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEYS.changeTopics})`)
    const stored = await tx
      .select({
        id: topics.id,
        slug: topics.slug,
        name: topics.name,
        description: topics.description,
        // The unique index uses PostgreSQL's lower case, which differs from JavaScript's.
        isSameName: sql<boolean>`lower(${topics.name}) = lower(${name})`,
      })
      .from(topics)
    const before = stored.find((topic) => topic.id === id)
    if (!before && !isNew) return { kind: 'gone' }
    const namesake = stored.find((topic) => topic.isSameName && topic.id !== id)
    if (namesake) return { kind: 'taken', id: namesake.id }
    if (!before && stored.length >= MAX_TOPICS) return { kind: 'full' }
    const changes = diffFields<TopicForm>(
      { name: before?.name, description: before?.description },
      { name, description },
    )
    if (before && Object.keys(changes).length === 0) return { kind: 'saved' }
    if (before) {
      const update = tx.update(topics).set({ name, description }).where(eq(topics.id, id))
      // It may have been deleted since it was read.
      if ((await update.returning({ id: topics.id })).length === 0) return { kind: 'gone' }
    } else {
      const slug = toTopicSlug(name, new Set(stored.map((topic) => topic.slug)))
      await tx.insert(topics).values({ id, slug, name, description })
    }
    const action = before ? 'topic.update' : 'topic.create'
    await recordAudit(tx, { by, action, subjectId: id, subject: name, changes })
    return { kind: 'saved' }
  })
}

/** Keeps its articles. */
export async function deleteTopic(db: Db, by: Actor, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [deleted] = await tx.delete(topics).where(eq(topics.id, id)).returning({ name: topics.name })
    if (deleted) await recordAudit(tx, { by, action: 'topic.delete', subjectId: id, subject: deleted.name })
  })
}
