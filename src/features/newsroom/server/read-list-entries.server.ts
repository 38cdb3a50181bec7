import { and, eq, sql } from 'drizzle-orm'
import { toArticleImage } from '#features/articles/server/articles.server.ts'
import type { ArticleImage } from '#kernel/article.ts'
import type { Category } from '#kernel/category.ts'
import { webAddress } from '#kernel/web-address.ts'
import type { Db } from '#platform/database/db.server.ts'
import { users } from '#schema/accounts.ts'
import { articles } from '#schema/articles.ts'
import { feeds } from '#schema/feeds.ts'
import { drafts, heldItems, publications } from '#schema/newsroom.ts'
import { articleTopics, topics } from '#schema/topics.ts'
import type { DraftStatus } from '../rules/draft-status.ts'

/** Times are ISO 8601, UTC. */
export type AdminArticle = {
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
  deletedAt: string | null
  sourceUrl: string | null
  dueAt: string | null
  assignee: { id: string; name: string } | null
  /** Of the draft, null without one. */
  version: string | null
  /** The feed whose item waits for a decision. */
  heldFrom: string | null
  topics: string[]
}

/** Reads entries in the order of `ids`, with the fields of the draft if there is one. */
export async function readListEntries(db: Db, ids: readonly string[]): Promise<AdminArticle[]> {
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
        version: drafts.contentHash,
      },
      isBreaking: sql<boolean>`coalesce(${articles.isBreaking}, (${drafts.fields} -> 'isBreaking')::boolean, false)`,
      sourceUrl: field('sourceUrl'),
      article: {
        title: articles.title,
        author: articles.author,
        category: articles.category,
        imageUrl: articles.imageUrl,
        publishedAt: articles.publishedAt,
        sourceUrl: articles.sourceUrl,
      },
      plannedAt: publications.plannedAt,
      assignee: { id: users.id, name: users.name },
      heldFrom: feedName,
      topics: sql<string[]>`array(
        select ${topics.name} from ${articleTopics} join ${topics} on ${topics.id} = ${articleTopics.topicId}
        where ${articleTopics.articleId} = listed.id order by lower(${topics.name}))`,
    })
    .from(listed)
    .leftJoin(drafts, eq(drafts.id, sql`listed.id`))
    .leftJoin(articles, eq(articles.id, sql`listed.id`))
    .leftJoin(users, eq(users.id, drafts.assigneeId))
    .leftJoin(
      publications,
      and(eq(publications.articleId, sql`listed.id`), eq(publications.state, 'scheduled')),
    )
    .leftJoin(heldItems, eq(heldItems.articleId, sql`listed.id`))
    .leftJoin(feeds, eq(feeds.id, heldItems.feedId))
    .orderBy(sql`listed.place`)
  return rows.flatMap(
    ({ id, draft, article, isBreaking, sourceUrl, plannedAt, assignee, heldFrom, topics }) => {
      const fields = draft ?? article
      // Deleted between the two statements.
      if (!fields) return []
      return {
        id,
        title: fields.title || 'Untitled',
        author: fields.author,
        category: fields.category,
        isBreaking,
        status: draft?.status ?? 'published',
        image: toArticleImage(article?.imageUrl ?? null),
        publishedAt: article?.publishedAt.toISOString() ?? null,
        editedAt: draft?.updatedAt.toISOString() ?? null,
        plannedAt: plannedAt?.toISOString() ?? null,
        deletedAt: draft?.deletedAt?.toISOString() ?? null,
        sourceUrl: webAddress(sourceUrl ?? article?.sourceUrl ?? null),
        dueAt: draft?.dueAt?.toISOString() ?? null,
        assignee,
        version: draft?.version ?? null,
        heldFrom,
        topics,
      }
    },
  )
}
