import { eq, type SQL, sql } from 'drizzle-orm'
import {
  LIST_SIZE,
  listColumns,
  newestFirst,
  toArticleList,
} from '#features/articles/server/articles.server.ts'
import { imageKey, uploadNameOf } from '#features/media/rules/variant.ts'
import { shownImage } from '#features/media/server/shown-image.server.ts'
import type { ArticleList } from '#kernel/article.ts'
import { type Category, GENERAL_CATEGORY } from '#kernel/category.ts'
import { parseCursor } from '#kernel/cursor.ts'
import { isSlug } from '#kernel/slug.ts'
import type { Db } from '#platform/database/db.server.ts'
import { addPageTags } from '#platform/http/render-context.server.ts'
import { articles } from '#schema/articles.ts'
import { authors } from '#schema/authors.ts'
import { topics } from '#schema/topics.ts'

export type CollectionKind = 'author' | 'topic'

/** A person or a topic with a page. `text` is plain text; `upload` and `key` are for `uploadMediaPath`. */
export type Collection = {
  kind: CollectionKind
  id: string
  slug: string
  name: string
  text: string
  links: string[]
  image: { upload: string; key: string } | null
}

/** Finds a person or topic; null if none has this slug. Adds the tag in both cases, so that one that is created later appears. */
export async function findCollection(db: Db, kind: CollectionKind, slug: string): Promise<Collection | null> {
  if (!isSlug(slug)) return null
  addPageTags(`${kind}:${slug}`)
  const [row] = await (kind === 'author' ? selectAuthors(db) : selectTopics(db)).where(
    eq(kind === 'author' ? authors.slug : topics.slug, slug),
  )
  return row ? toCollection(kind, row) : null
}

function selectAuthors(db: Db) {
  const { id, slug, name, biography, links, imageUrl } = authors
  return db
    .select({ id, slug, name, text: biography, links, imageUrl, shown: shownImage(imageUrl) })
    .from(authors)
    .$dynamic()
}

function selectTopics(db: Db) {
  const { id, slug, name, description, imageUrl } = topics
  const links = sql<string[]>`'{}'::text[]`
  return db
    .select({ id, slug, name, text: description, links, imageUrl, shown: shownImage(imageUrl) })
    .from(topics)
    .$dynamic()
}

type Row = Omit<Collection, 'kind' | 'image'> & { imageUrl: string | null; shown: string | null }

function toCollection(kind: CollectionKind, { imageUrl, shown, ...row }: Row): Collection {
  const upload = imageUrl && uploadNameOf(imageUrl)
  return { kind, ...row, image: upload && shown ? { upload, key: imageKey(shown) } : null }
}

/** A person, topic or category whose articles are listed. The category News has all articles. */
export type Source = { kind: CollectionKind; id: string } | { kind: 'section'; category: Category }

/** Selects the ids and times of the newest articles of a source, with an index. */
function newestOf(source: Source, before: string | undefined, limit: number): SQL {
  const cursor = parseCursor(before)
  const isListed = (id: SQL) =>
    cursor ? sql`(published_at, ${id}) < (${cursor.publishedAt}::timestamptz, ${cursor.id}::uuid)` : sql`true`
  const [articleId, id] = [sql`article_id`, sql`id`]
  if (source.kind === 'section') {
    const { category } = source
    return sql`(select id, published_at from articles
      where ${category === GENERAL_CATEGORY ? sql`true` : sql`category = ${category}`} and ${isListed(id)}
      order by published_at desc, id desc limit ${limit})`
  }
  if (source.kind === 'topic')
    return sql`(select article_id as id, published_at from article_topics
      where topic_id = ${source.id} and published_at is not null and ${isListed(articleId)}
      order by published_at desc, article_id desc limit ${limit})`
  return sql`(select article_id as id, published_at from article_authors
      where author_id = ${source.id} and ${isListed(articleId)}
      order by published_at desc, article_id desc limit ${limit})
    union
    (select named.id, named.published_at from author_aliases cross join lateral (
        select id, published_at from articles
        where author = author_aliases.name and byline is null and ${isListed(id)}
        order by published_at desc, id desc limit ${limit}) as named
      where author_aliases.author_id = ${source.id})`
}

/** Selects the ids of the newest articles of any of the sources, for a condition. */
export function newestIds(sources: readonly Source[], limit: number, before?: string): SQL {
  const found = sql.join(
    sources.map((source) => newestOf(source, before, limit)),
    sql` union `,
  )
  return sql`(select id from (${found}) as found order by published_at desc, id desc limit ${limit})`
}

/**
 * Lists the articles of any of the sources, newest first.
 *
 * @param sources at least one
 * @param before the previous page's `next`; an invalid one means the first page
 */
export async function listArticlesOf(
  db: Db,
  sources: readonly Source[],
  before?: string,
): Promise<ArticleList> {
  const rows = await db
    .select(listColumns)
    .from(articles)
    .where(sql`${articles.id} in ${newestIds(sources, LIST_SIZE + 1, before)}`)
    .orderBy(...newestFirst)
    .limit(LIST_SIZE + 1)
  return toArticleList(rows)
}

/** Lists the articles of a person or topic, newest first; null if none has this slug. */
export async function listCollection(
  db: Db,
  { kind, slug, before }: { kind: CollectionKind; slug: string; before?: string | undefined },
): Promise<ArticleList | null> {
  const found = await findCollection(db, kind, slug)
  return found && listArticlesOf(db, [found], before)
}

/** Lists the people or topics with published articles, by slug, with the time of their newest article; by default all. */
export async function listCollectionPages(
  db: Db,
  kind: CollectionKind,
  limit: number | null = null,
): Promise<{ slug: string; newestAt: Date }[]> {
  addPageTags(kind === 'author' ? 'authors' : 'topics')
  const newest =
    kind === 'topic'
      ? sql`select max(published_at) from article_topics where topic_id = listed.id`
      : sql`select greatest(
          (select max(published_at) from article_authors where author_id = listed.id),
          (select max(a.published_at) from author_aliases s join articles a on a.author = s.name and a.byline is null
            where s.author_id = listed.id))`
  const { rows } = await db.execute<{ slug: string; newestAt: string }>(sql`
    select slug, "newestAt" from (
      select slug, (${newest}) as "newestAt" from ${kind === 'author' ? authors : topics} as listed
    ) as pages where "newestAt" is not null order by slug limit ${limit}`)
  return rows.map(({ slug, newestAt }) => ({ slug, newestAt: new Date(newestAt) }))
}
