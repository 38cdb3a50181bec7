import type { Actor } from '#features/audit/server/record-audit.server.ts'
import type { BylineEntry } from '#features/people/rules/byline.ts'
import { type Category, GENERAL_CATEGORY } from '#kernel/category.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { ImportedArticle } from '../rules/import-item.ts'
import type { ImportOptions } from '../rules/import-options.ts'

/** The people, topics and categories so far, by the keys with which articles refer to them. */
export type Known = {
  people: Map<string, BylineEntry>
  topics: Map<string, string>
  /** A category that does not exist here is a topic. */
  categories: Map<string, { category: Category } | { topicId: string }>
}

export type ImportContext = {
  db: Db
  by: Actor
  options: ImportOptions
  siteUrl: string | null
  known: Known
}

export function createKnown(): Known {
  return { people: new Map(), topics: new Map(), categories: new Map() }
}

/** Returns the people, the category and the topics of an article. Those that were not imported are left out. */
export function readReferences(item: ImportedArticle, { people, topics, categories }: Known) {
  const own = categories.get(item.category ?? '')
  const topicIds = item.topics.flatMap((key) => topics.get(key) ?? [])
  // Plug-ins list a person twice, and two names at the source may be one person here.
  const byId = new Map(item.people.flatMap((key) => people.get(key) ?? []).map((one) => [one.id, one]))
  return {
    people: [...byId.values()],
    category: own && 'category' in own ? own.category : GENERAL_CATEGORY,
    topicIds: [...new Set(own && 'topicId' in own ? [own.topicId, ...topicIds] : topicIds)],
  }
}

const MIN_TIME = Date.parse('1000-01-01')
const MAX_TIME = Date.parse('9999-12-31')

/** Parses a date; null if it cannot be stored. */
export function parseInstant(text: string | null): Date | null {
  const time = Date.parse(text ?? '')
  return time >= MIN_TIME && time <= MAX_TIME ? new Date(time) : null
}

/** Returns the state and the dates of an article with the chosen options; null if it is left out. */
export function readFacts(item: ImportedArticle, options: ImportOptions, now: Date) {
  if (item.type === 'page' && options.pages === 'leave') return null
  const isDraft =
    item.state === 'draft' ||
    options.articles === 'drafts' ||
    (item.type === 'page' && options.pages === 'drafts')
  const createdAt = parseInstant(item.createdAt) ?? parseInstant(item.publishedAt) ?? now
  const publishedAt = parseInstant(item.publishedAt) ?? createdAt
  const changedAt = parseInstant(item.updatedAt)
  return {
    state: isDraft ? ('draft' as const) : publishedAt > now ? ('scheduled' as const) : ('published' as const),
    createdAt: createdAt > now ? now : createdAt,
    publishedAt,
    updatedAt: changedAt && changedAt > publishedAt && changedAt <= now ? changedAt : null,
  }
}
