import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DraftStatus } from '#features/drafts/rules/draft-status.ts'
import { shownImage, toArticleImage } from '#features/media/server/shown-image.server.ts'
import type { ArticleImage } from '#kernel/article.ts'
import type { Category } from '#kernel/category.ts'
import { htmlToText } from '#kernel/text/html-text.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { truncateText } from '#kernel/text/text.ts'
import { webAddress } from '#kernel/web-address.ts'
import type { Db } from '#platform/database/db.server.ts'
import { byName } from '#platform/database/name-order.server.ts'
import { users } from '#schema/accounts.ts'
import { articles } from '#schema/articles.ts'
import { feeds } from '#schema/feeds.ts'
import { drafts, heldItems, publications } from '#schema/newsroom.ts'
import { articleTopics, topics } from '#schema/topics.ts'

/** Times are ISO 8601, UTC. */
export type ListedArticle = {
  id: string
  title: string
  author: string
  category: Category
  isBreaking: boolean
  status: DraftStatus
  /** As readers see it. */
  image: ArticleImage | null
  /** Null unless readers can see the article. */
  publishedAt: string | null
  /** Null if never edited here. */
  editedAt: string | null
  plannedAt: string | null
  /** Time of the scheduled withdrawal. */
  withdrawAt: string | null
  deletedAt: string | null
  sourceUrl: string | null
  dueAt: string | null
  assignee: { id: string; name: string } | null
  /** A name; null for articles of feeds and commands. */
  owner: string | null
  /** Plain text. */
  excerpt: string
  /** Hash of the draft's form; null without a draft. */
  formHash: string | null
  /** The feed whose item waits for a decision. */
  heldFrom: string | null
  topics: string[]
}

/** Enough for an excerpt after markup is removed. */
const MAX_OPENING_LENGTH = 600
const MAX_EXCERPT_LENGTH = 200

const ending = alias(publications, 'ending')
const owner = alias(users, 'owner')

/** Reads articles in the order of `ids`, with the fields of the draft if there is one. */
export async function readListedArticles(db: Db, ids: readonly string[]): Promise<ListedArticle[]> {
  if (ids.length === 0) return []
  const listed = sql`unnest(${sql.param(ids)}::uuid[]) with ordinality as listed (id, place)`
  const field = (name: string) => sql<string | null>`${drafts.fields} ->> ${name}`
  const feedName = sql<string | null>`coalesce(nullif(${feeds.title}, ''), ${feeds.url})`
  const rows = await db
    .select({
      id: sql<string>`listed.id`,
      draft: {
        title: drafts.title,
        author: drafts.author,
        category: drafts.category,
        status: drafts.status,
        updatedAt: drafts.updatedAt,
        deletedAt: drafts.deletedAt,
        dueAt: drafts.dueAt,
        formHash: drafts.formHash,
      },
      isBreaking: sql<boolean>`coalesce(${articles.isBreaking}, (${drafts.fields} -> 'isBreaking')::boolean, false)`,
      sourceUrl: field('sourceUrl'),
      article: {
        title: articles.title,
        author: articles.author,
        category: articles.category,
        imageUrl: shownImage(articles.imageUrl),
        publishedAt: articles.publishedAt,
        sourceUrl: articles.sourceUrl,
      },
      plannedAt: publications.plannedAt,
      withdrawAt: ending.plannedAt,
      owner: owner.name,
      opening: sql<string>`left(case when ${drafts.id} is null then ${articles.summary}
        else coalesce(nullif(${field('summary')}, ''), ${field('content')}) end, ${MAX_OPENING_LENGTH})`,
      assignee: { id: users.id, name: users.name },
      heldFrom: feedName,
      topics: sql<string[]>`array(
        select ${topics.name} from ${articleTopics} join ${topics} on ${topics.id} = ${articleTopics.topicId}
        where ${articleTopics.articleId} = listed.id order by ${byName(topics.name)})`,
    })
    .from(listed)
    .leftJoin(drafts, eq(drafts.id, sql`listed.id`))
    .leftJoin(articles, eq(articles.id, sql`listed.id`))
    .leftJoin(users, eq(users.id, drafts.assigneeId))
    .leftJoin(owner, eq(owner.id, drafts.ownerId))
    .leftJoin(
      publications,
      and(
        eq(publications.articleId, sql`listed.id`),
        eq(publications.state, 'scheduled'),
        eq(publications.kind, 'publish'),
      ),
    )
    .leftJoin(
      ending,
      and(eq(ending.articleId, sql`listed.id`), eq(ending.state, 'scheduled'), eq(ending.kind, 'withdraw')),
    )
    .leftJoin(heldItems, eq(heldItems.articleId, sql`listed.id`))
    .leftJoin(feeds, eq(feeds.id, heldItems.feedId))
    .orderBy(sql`listed.place`)
  return rows.flatMap(
    ({ id, draft, article, isBreaking, sourceUrl, plannedAt, withdrawAt, opening, ...row }) => {
      const fields = draft ?? article
      // Deleted between the two statements.
      if (!fields) return []
      return {
        id,
        title: fields.title || phrase('Untitled', {}, 'newsroom'),
        author: fields.author,
        category: fields.category,
        isBreaking,
        status: draft?.status ?? 'published',
        image: toArticleImage(article?.imageUrl ?? null),
        publishedAt: article?.publishedAt.toISOString() ?? null,
        editedAt: draft?.updatedAt.toISOString() ?? null,
        plannedAt: plannedAt?.toISOString() ?? null,
        withdrawAt: withdrawAt?.toISOString() ?? null,
        excerpt: truncateText(htmlToText(opening ?? ''), MAX_EXCERPT_LENGTH),
        deletedAt: draft?.deletedAt?.toISOString() ?? null,
        sourceUrl: webAddress(sourceUrl ?? article?.sourceUrl ?? null),
        dueAt: draft?.dueAt?.toISOString() ?? null,
        formHash: draft?.formHash ?? null,
        ...row,
      }
    },
  )
}
