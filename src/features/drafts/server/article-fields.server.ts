import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import type { articles } from '#schema/articles.ts'
import {
  type ArticleField,
  type ArticleForm,
  EMPTY_ARTICLE,
  fieldOf,
  mapFields,
} from '../rules/article-fields.ts'
import { articleDraftSchema } from '../rules/article-form.ts'
import { defaultBreakingEnd, expectedBreakingEnd, type PublishedBreaking } from '../rules/breaking.ts'

/** Returns the form of an article, normalised so that saving it unchanged changes nothing. */
export function toForm(row: typeof articles.$inferSelect): ArticleForm {
  const columns: Record<ArticleField, unknown> = { ...row, isBreaking: row.breakingEndsAt !== null }
  return articleDraftSchema.parse(
    mapFields((name) => {
      const value = columns[name] ?? fieldOf(name).default
      return value instanceof Date ? value.toISOString() : value
    }),
  )
}

export function breakingOf(row: Pick<typeof articles.$inferSelect, 'breakingUntil' | 'breakingEndsAt'>) {
  const { breakingUntil, breakingEndsAt } = row
  return {
    until: breakingUntil?.toISOString() ?? null,
    endsAt: breakingEndsAt?.toISOString() ?? null,
  } satisfies PublishedBreaking
}

/**
 * @param at when the form is published
 * @param published the state before; null at the first publication
 */
export function toColumns(
  { imageUrl, sourceUrl, sourceName, breakingUntil, ...columns }: ArticleForm,
  at: Date,
  published: PublishedBreaking | null,
) {
  const end = expectedBreakingEnd({ ...columns, breakingUntil }, published) ?? defaultBreakingEnd(at)
  const breakingEndsAt = columns.isBreaking ? new Date(end) : null
  return {
    ...columns,
    isBreaking: breakingEndsAt !== null && breakingEndsAt > at,
    breakingUntil: breakingUntil === null ? null : new Date(breakingUntil),
    breakingEndsAt,
    imageUrl: imageUrl || null,
    sourceUrl: sourceUrl || null,
    sourceName: sourceName || null,
  }
}

/** @param fields possibly stored by an earlier version */
export function readFields(fields: Record<string, unknown>): ArticleForm {
  return articleDraftSchema.parse({ ...EMPTY_ARTICLE, ...fields })
}

/** Returns the same digest as the generated columns `form_hash`. */
export async function hashForm(db: Db, form: ArticleForm): Promise<string> {
  const { rows } = await db.execute<{ hash: string }>(
    sql`select form_hash(${JSON.stringify(form)}::jsonb) as hash`,
  )
  return rows[0]?.hash ?? ''
}
