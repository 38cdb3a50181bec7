import { sql } from 'drizzle-orm'
import type { FilterOptions } from '#features/articles/rules/search-result.ts'
import type { Category } from '#kernel/category.ts'
import { CATEGORIES } from '#kernel/category.ts'
import type { Db } from '#platform/database/db.server.ts'
import { dependOn } from '#platform/pages/page-tags.server.ts'

/** More authors than these make no list to choose from. */
const LISTED_AUTHORS = 100
/** Those who wrote these newest articles are suggested instead. */
const LATELY = 1_000

/** The categories that have articles and the authors of articles, from the data. */
export async function listFilterOptions(db: Db): Promise<FilterOptions> {
  dependOn('articles')
  const [categories, authors] = await Promise.all([listCategories(db), listAuthors(db)])
  const hasMoreAuthors = authors.length > LISTED_AUTHORS
  return { categories, authors: hasMoreAuthors ? await listRecentAuthors(db) : authors, hasMoreAuthors }
}

async function listCategories(db: Db): Promise<Category[]> {
  const { rows } = await db.execute<{ name: Category }>(sql`
    select name from unnest(${sql.param(CATEGORIES)}::text[]) with ordinality as known(name, place)
    where exists (select from articles where category = name)
    order by place`)
  return rows.map(({ name }) => name)
}

/** One more than is listed at most, each found in the index by the one before it. */
async function listAuthors(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    with recursive known as (
      select min(author) as name, 1 as place from articles where author > ''
      union all
      select (select min(author) from articles where author > known.name), place + 1
      from known where known.name is not null and place <= ${LISTED_AUTHORS}
    )
    select name from known where name is not null`)
  return sorted(rows.map(({ name }) => name))
}

async function listRecentAuthors(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select author as name from (
      select author from articles order by published_at desc, id desc limit ${LATELY}
    ) as newest where author > '' group by author order by count(*) desc, author limit ${LISTED_AUTHORS}`)
  return sorted(rows.map(({ name }) => name))
}

const alphabet = new Intl.Collator('en-GB')

function sorted(names: string[]): string[] {
  return names.toSorted(alphabet.compare)
}
