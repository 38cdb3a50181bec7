import type { ArticleList } from '#kernel/article.ts'
import type { Category } from '#kernel/category.ts'

/** How many articles a search finds; `isMore` when they are more than were counted. */
export type FoundCount = { count: number; isMore: boolean }

/** A page of what a search finds. The count is there on the first page of a search with a filter. */
export type SearchResult = ArticleList & { total: FoundCount | null }

/**
 * What the filters offer. `authors` are all of them in the order of the alphabet, or, where `hasMoreAuthors`, those who
 * wrote lately.
 */
export type FilterOptions = { categories: Category[]; authors: string[]; hasMoreAuthors: boolean }

/** "1 result found", "24 results found", "1,000+ results found" (spec §2, Search page). */
export function foundText({ count, isMore }: FoundCount): string {
  return `${count.toLocaleString('en-GB')}${isMore ? '+' : ''} ${count === 1 ? 'result' : 'results'} found`
}
