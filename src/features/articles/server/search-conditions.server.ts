import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { articles } from '#schema/articles.ts'
import type { SearchFilter } from '../rules/search-filter.ts'

/** Spec §5, Search matching, but for the query; the days are of Europe/London, and both count. */
export function matchesFilter({ category, author, from, to, breaking }: SearchFilter): SQL | undefined {
  return and(
    category && eq(articles.category, category),
    author ? eq(articles.author, author) : undefined,
    from ? sql`${articles.publishedAt} >= ${from}::date::timestamp at time zone 'Europe/London'` : undefined,
    to ? sql`${articles.publishedAt} < (${to}::date + 1)::timestamp at time zone 'Europe/London'` : undefined,
    breaking && sql`${articles.isBreaking}`,
  )
}

/** Whether a text of `articles.search_text` holds the query, as it is written but for the letter case. */
export function holds(text: SQLWrapper, q: string): SQL {
  return sql`strpos(${text}, lower(${q})) > 0`
}

/** What of an article is searched: all that readers search (spec §5), or what the article manager does (spec §2). */
export type Searched = 'all' | 'title-and-author'

/** An article's text in small letters, as far as it is searched. */
export function searchedText(searched: Searched): SQL<string> {
  return searched === 'all'
    ? sql<string>`${articles.searchText}`
    : sql<string>`lower(${articles.title} || E'\\n' || ${articles.author})`
}

/** As `holds` of the articles' own text, with what lets an index tell most of those that do not. */
export function holdsByIndex(q: string, searched: Searched): SQL | undefined {
  const text = searchedText(searched)
  const words = tellingWords(q).map((word) => sql`${text} like lower(${`%${word}%`})`)
  // Without three letters or digits in a row the trigrams' index would be read as a whole.
  const pairs = sql`search_pairs(${articles.searchText}) @> search_pairs(lower(${q}))`
  return and(...(words.length > 0 ? words : [pairs]), holds(text, q))
}

/**
 * The words of a query that an index is asked for: the two longest, since what is in nearly every text, such as "the", costs
 * much and tells little. They consist of letters and digits, so none is a pattern.
 */
function tellingWords(q: string): string[] {
  const words = [...new Set(q.match(/[\p{L}\p{N}]{3,}/gu))].toSorted((a, b) => b.length - a.length)
  return (words[1] ?? '').length > 3 ? words.slice(0, 2) : words
}
