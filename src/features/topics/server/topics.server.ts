import { asc, eq, sql } from 'drizzle-orm'
import { diffFields } from '#features/accounts/rules/diff-fields.ts'
import { type Actor, recordAudit } from '#features/accounts/server/record-audit.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { deskEntries } from '#schema/desk.ts'
import { articleTopics, topics } from '#schema/topics.ts'
import { MAX_TOPICS, type TopicForm, toTopicSlug } from '../rules/topic.ts'

/** `articles` counts drafts too, except deleted ones. */
export type Topic = { id: string; slug: string; name: string; description: string; articles: number }

export type SaveTopicOutcome =
  | { kind: 'saved'; slug: string }
  /** Another topic has the name. */
  | { kind: 'taken' }
  | { kind: 'full' }

/** Lists all topics by name. */
export async function listTopics(db: Db): Promise<Topic[]> {
  const { id, slug, name, description } = topics
  const articles = sql<number>`count(${deskEntries.id}) filter (where ${deskEntries.deletedAt} is null)`
  return db
    .select({ id, slug, name, description, articles: articles.mapWith(Number) })
    .from(topics)
    .leftJoin(articleTopics, eq(articleTopics.topicId, id))
    .leftJoin(deskEntries, eq(deskEntries.id, articleTopics.articleId))
    .groupBy(id)
    .orderBy(asc(sql`lower(${name})`), asc(id))
}

/**
 * Creates or changes a topic. A topic keeps its slug.
 *
 * @param topic.id chosen by the client, so that a retry creates one topic
 */
export async function saveTopic(
  db: Db,
  by: Actor,
  { id, name, description }: TopicForm & { id: string },
): Promise<SaveTopicOutcome> {
  return db.transaction(async (tx) => {
    // One after the other, so that the limit holds and slugs differ.
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
    if (stored.some((topic) => topic.isSameName && topic.id !== id)) return { kind: 'taken' }
    if (!before && stored.length >= MAX_TOPICS) return { kind: 'full' }
    const slug = before?.slug ?? toTopicSlug(name, new Set(stored.map((topic) => topic.slug)))
    const changes = diffFields<TopicForm>(
      { name: before?.name, description: before?.description },
      { name, description },
    )
    if (before && Object.keys(changes).length === 0) return { kind: 'saved', slug }
    await tx
      .insert(topics)
      .values({ id, slug, name, description })
      .onConflictDoUpdate({ target: topics.id, set: { name, description } })
    const action = before ? 'topic.update' : 'topic.create'
    await recordAudit(tx, { by, action, subjectId: id, subject: name, changes })
    return { kind: 'saved', slug }
  })
}

/** Articles lose the topic, and stay. */
export async function deleteTopic(db: Db, by: Actor, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [deleted] = await tx.delete(topics).where(eq(topics.id, id)).returning({ name: topics.name })
    if (deleted) await recordAudit(tx, { by, action: 'topic.delete', subjectId: id, subject: deleted.name })
  })
}
