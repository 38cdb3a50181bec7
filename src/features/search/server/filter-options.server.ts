import { sql } from 'drizzle-orm'
import type { Category } from '#kernel/category.ts'
import { listCategories } from '#kernel/category-lists.ts'
import { compareNames } from '#kernel/compare-names.ts'
import type { Db } from '#platform/database/db.server.ts'
import { addPageTags } from '#platform/http/render-context.server.ts'

/** Beyond, the filter is a text field with suggestions. */
const MAX_LISTED_AUTHORS = 100
const RECENT_ARTICLES = 1_000

/** `authors`: alphabetical or, if `hasMoreAuthors`, the most frequent recent ones. */
export type FilterOptions = { categories: Category[]; authors: string[]; hasMoreAuthors: boolean }

export async function listFilterOptions(db: Db): Promise<FilterOptions> {
  addPageTags('articles')
  const [categories, authors] = await Promise.all([listUsedCategories(db), listAuthors(db)])
  const hasMoreAuthors = authors.length > MAX_LISTED_AUTHORS
  return { categories, authors: hasMoreAuthors ? await listRecentAuthors(db) : authors, hasMoreAuthors }
}

async function listUsedCategories(db: Db): Promise<Category[]> {
  const { rows } = await db.execute<{ name: Category }>(sql`
    select name from unnest(${sql.param(listCategories())}::text[]) with ordinality as known(name, ordinal)
    where exists (select from articles where category = name)
    order by ordinal`)
  return rows.map(({ name }) => name)
}

/** Up to MAX_LISTED_AUTHORS + 1 authors; each step of the recursion is one index lookup. */
async function listAuthors(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    with recursive known as (
      select min(author) as name, 1 as ordinal from articles where author > ''
      union all
      select (select min(author) from articles where author > known.name), ordinal + 1
      from known where known.name is not null and ordinal <= ${MAX_LISTED_AUTHORS}
    )
    select name from known where name is not null`)
  return rows.map(({ name }) => name).toSorted(compareNames)
}

async function listRecentAuthors(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select author as name from (
      select author from articles order by published_at desc, id desc limit ${RECENT_ARTICLES}
    ) as newest where author > '' group by author order by count(*) desc, author limit ${MAX_LISTED_AUTHORS}`)
  return rows.map(({ name }) => name).toSorted(compareNames)
}
