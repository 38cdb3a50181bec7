import { and, eq, sql } from 'drizzle-orm'
import { diffFields } from '#features/audit/rules/diff-fields.ts'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import { canEditDraft, canPublishDraft, canReadDraft } from '#features/drafts/rules/draft-access.ts'
import { lockDraft } from '#features/drafts/server/draft-state.server.ts'
import { type DraftActor, requireDraftAccess } from '#features/drafts/server/require-draft-access.server.ts'
import { MAX_ARTICLE_TOPICS } from '#features/topics/rules/topic.ts'
import { phrase } from '#kernel/text/phrase.ts'
import type { Db } from '#platform/database/db.server.ts'
import { byName } from '#platform/database/name-order.server.ts'
import { articles } from '#schema/articles.ts'
import { drafts } from '#schema/newsroom.ts'
import { articleTopics, topics } from '#schema/topics.ts'

export type TopicChange = { id: string; kind: 'add-topic' | 'remove-topic'; topicId: string }

export type ChangeTopicOutcome =
  /** `isChanged` is false for a retry. */
  { kind: 'changed'; isChanged: boolean } | { kind: 'refused'; reasons: string[] } | { kind: 'gone' }

/** Adds or removes a topic. Only people who publish may change those of a published article. */
export async function changeTopic(
  db: Db,
  by: DraftActor,
  { id, kind, topicId }: TopicChange,
): Promise<ChangeTopicOutcome> {
  return db.transaction(async (tx) => {
    const state = await lockDraft(tx, id)
    if (!state || state.draft.deletedAt) return { kind: 'gone' }
    const { draft, article } = state
    requireDraftAccess(canEditDraft(by, draft))
    if (article && !canPublishDraft(by))
      return refused(
        phrase('The article is published. Only people who can publish articles can change its topics.'),
      )
    const [topic] = await tx.select().from(topics).where(eq(topics.id, topicId)).for('key share')
    if (!topic) return refused(phrase('The topic no longer exists.'))
    const before = await listTopicsOf(tx, id)
    const hasTopic = before.some((known) => known.id === topicId)
    if (hasTopic === (kind === 'add-topic')) return { kind: 'changed', isChanged: false }
    if (hasTopic)
      await tx
        .delete(articleTopics)
        .where(and(eq(articleTopics.articleId, id), eq(articleTopics.topicId, topicId)))
    else if (before.length >= MAX_ARTICLE_TOPICS)
      return refused(
        phrase('An article can have {max} topics at most. Remove one first.', { max: MAX_ARTICLE_TOPICS }),
      )
    else await tx.insert(articleTopics).values({ articleId: id, topicId })
    const subject = draft.title || 'Untitled'
    const changes = diffFields({ topics: toNames(before) }, { topics: toNames(await listTopicsOf(tx, id)) })
    await recordAudit(tx, { by, action: 'article.topics', subjectId: id, subject, changes })
    return { kind: 'changed', isChanged: true }
  })
}

function refused(reason: string): ChangeTopicOutcome {
  return { kind: 'refused', reasons: [reason] }
}

type AssignedTopic = { id: string; name: string }

/** `id` is null if there is no such topic. */
type SuggestedTopic = { id: string | null; name: string }

type ArticleTopics = {
  topics: AssignedTopic[]
  suggested: SuggestedTopic[]
  canChange: boolean
}

function toNames(assigned: readonly AssignedTopic[]): string {
  return assigned.map(({ name }) => name).join(', ')
}

export async function listTopicsOf(db: Db, articleId: string): Promise<AssignedTopic[]> {
  return db
    .select({ id: topics.id, name: topics.name })
    .from(articleTopics)
    .innerJoin(topics, eq(topics.id, articleTopics.topicId))
    .where(eq(articleTopics.articleId, articleId))
    .orderBy(byName(topics.name))
}

/** Finds the categories of a held item that are not topics of its article yet, in the item's order. */
async function listSuggestedTopics(db: Db, articleId: string): Promise<SuggestedTopic[]> {
  const { rows } = await db.execute<SuggestedTopic>(sql`
    select coalesce(topics.name, suggested.name) as name, topics.id
    from held_items, unnest(held_items.topics) with ordinality as suggested (name, place)
    left join topics on lower(topics.name) = lower(suggested.name)
    where held_items.article_id = ${articleId} and not exists (
      select from article_topics where article_id = held_items.article_id and topic_id = topics.id)
    order by place`)
  return rows
}

export async function findArticleTopics(db: Db, by: DraftActor, id: string): Promise<ArticleTopics | null> {
  const isPublished = (await db.$count(articles, eq(articles.id, id))) > 0
  const [draft] = await db
    .select({ ownerId: drafts.ownerId, assigneeId: drafts.assigneeId })
    .from(drafts)
    .where(eq(drafts.id, id))
  if (!draft && !isPublished) return null
  // A feed article may have no draft.
  const people = draft ?? { ownerId: null, assigneeId: null }
  requireDraftAccess(canReadDraft(by, people))
  const canChange = canEditDraft(by, people) && (!isPublished || canPublishDraft(by))
  return {
    topics: await listTopicsOf(db, id),
    suggested: canChange ? await listSuggestedTopics(db, id) : [],
    canChange,
  }
}
