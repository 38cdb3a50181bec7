import * as z from 'zod'
import type { ArticleForm } from '#domain/article-form.ts'
import { CATEGORIES } from '#domain/category.ts'

const form = z.object({
  title: z.string(),
  category: z.enum(CATEGORIES),
  author: z.string(),
  sourceName: z.string(),
  summary: z.string(),
  content: z.string(),
  imageUrl: z.string(),
  sourceUrl: z.string(),
  isBreaking: z.boolean(),
}) satisfies z.ZodType<ArticleForm>

const draft = z.object({
  id: z.uuid(),
  base: form,
  version: z.string().nullable(),
  form,
  savedAt: z.iso.datetime(),
})

/**
 * What was typed and not stored, as this browser keeps it. `id` is the article's, also that of a new one, so that a save
 * whose answer was lost is not made twice. `base` and `version` are what the editor began with.
 */
export type ArticleDraft = z.output<typeof draft>

const keyOf = (article: string) => `masthead:article-draft:${article}`

/** @param article its id, or "new" */
export function readDraft(article: string): ArticleDraft | null {
  try {
    return draft.parse(JSON.parse(localStorage.getItem(keyOf(article)) ?? ''))
  } catch {
    return null
  }
}

/** @returns whether the browser had room for it */
export function storeDraft(article: string, kept: ArticleDraft): boolean {
  try {
    localStorage.setItem(keyOf(article), JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}

export function forgetDraft(article: string): void {
  try {
    localStorage.removeItem(keyOf(article))
  } catch {}
}
