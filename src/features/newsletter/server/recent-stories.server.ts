import { sql } from 'drizzle-orm'
import { CATEGORIES, type Category } from '#kernel/category.ts'
import { htmlToText, truncateAtSentence } from '#kernel/text.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { StorySection } from './NewsLetter.tsx'

/** As many of a category as a letter has, newest first. */
const STORIES_A_SECTION = 5
const SUMMARY_LENGTH = 200

/**
 * The newest stories since `since`, by category in the order of the navigation; categories without any are left out.
 *
 * @param options.hasSummaries whether a story is told in short below its headline
 */
export async function findRecentStories(
  db: Db,
  { since, until, origin, hasSummaries }: { since: Date; until: Date; origin: string; hasSummaries: boolean },
): Promise<StorySection[]> {
  const { rows } = await db.execute<{ id: string; title: string; summary: string; category: Category }>(sql`
    select a.id, a.title, ${hasSummaries ? sql`a.summary` : sql`''`} as summary, a.category
    from unnest(${sql.param([...CATEGORIES])}::text[]) with ordinality as c(category, place), lateral (
      select id, title, summary, category, published_at from articles
      where category = c.category and published_at > ${since.toISOString()} and published_at <= ${until.toISOString()}
      order by published_at desc, id desc limit ${STORIES_A_SECTION}
    ) as a
    order by c.place, a.published_at desc, a.id desc`)
  return CATEGORIES.map((category) => ({
    category,
    stories: rows
      .filter((row) => row.category === category)
      .map(({ id, title, summary }) => ({
        id,
        title,
        summary: truncateAtSentence(htmlToText(summary), SUMMARY_LENGTH),
        url: `${origin}/article/${id}`,
      })),
  })).filter(({ stories }) => stories.length > 0)
}
