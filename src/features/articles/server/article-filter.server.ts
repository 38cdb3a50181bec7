import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Category } from '#kernel/category.ts'
import { parseCursor } from '#kernel/cursor.ts'
import { DAY_MS } from '#kernel/time/durations.ts'
import { endOfDay, startOfDay } from '#platform/database/local-day.server.ts'
import { articles } from '#schema/articles.ts'
import type { MonthRange } from '../rules/group-months.ts'
import { isBefore } from './articles.server.ts'

/** Undefined means any. `before` is a page's cursor. */
export type ArticleFilter = {
  category?: Category
  author?: string
  /** Days are inclusive, `YYYY-MM-DD`. */
  from?: string
  to?: string
  breaking?: true
  before?: string
}

/** Indexed by `articles_search_idx`. */
const searchKeys = sql`search_keys(${articles.author}, ${articles.category}, ${articles.publishedAt}, ${articles.isBreaking})`

export function meetsFilter(filter: ArticleFilter): SQL | undefined {
  const { category, author, breaking } = filter
  return and(
    category ? eq(articles.category, category) : undefined,
    author ? eq(articles.author, author) : undefined,
    breaking && sql`${articles.isBreaking}`,
    isInRange(filter),
  )
}

/**
 * Filters by the text index, which also contains category, author, month and breaking.
 *
 * @param months all of the filter if undefined
 */
export function meetsFilterByIndex(filter: ArticleFilter, months: string[] | undefined): SQL | undefined {
  const { category, author, breaking } = filter
  const keys = [
    ...(category ? [`category:${category}`] : []),
    ...(author ? [`author:${author}`] : []),
    ...(breaking ? ['breaking'] : []),
  ]
  return and(
    keys.length > 0 ? sql`${searchKeys} @> ${sql.param(keys)}::text[]` : undefined,
    months && sql`${searchKeys} && ${sql.param(months.map(monthKey))}::text[]`,
    isInRange(filter),
  )
}

function monthKey(month: string): string {
  return `month:${month.replace('-', '')}`
}

function isInRange({ from, to, before }: ArticleFilter): SQL | undefined {
  return and(
    from ? gte(articles.publishedAt, startOfDay(from)) : undefined,
    to ? lt(articles.publishedAt, endOfDay(to)) : undefined,
    isBefore(before),
  )
}

/** Days differ from those in UTC by up to 14 hours. */
export function monthsOf({ from, to, before }: ArticleFilter): MonthRange {
  const last = [to && monthOf(to, DAY_MS), parseCursor(before)?.publishedAt.slice(0, 7)]
  return {
    first: from && monthOf(from, -DAY_MS),
    last: last.filter((month) => month !== undefined).toSorted()[0],
  }
}

const LAST_DAY = Date.parse('9999-12-31')

function monthOf(day: string, offsetMs: number): string {
  return new Date(Math.min(Date.parse(day) + offsetMs, LAST_DAY)).toISOString().slice(0, 7)
}
