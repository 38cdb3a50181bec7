import * as z from 'zod'
import { CATEGORIES } from '#kernel/category.ts'
import type { ArticleForm } from '../rules/article-form.ts'

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

/** A draft that another opening of the editor left, and its place in the browser. */
export type LeftDraft = ArticleDraft & { slot: string }

const prefixOf = (article: string) => `masthead:article-draft:${article}:`

/**
 * The drafts of an article that are kept, the latest first. Each opening of the editor writes a slot of its own, so that none
 * writes over what another one has left.
 *
 * @param article its id, or "new"
 */
export function readDrafts(article: string): LeftDraft[] {
  const prefix = prefixOf(article)
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => readDraft(key).map((kept) => ({ ...kept, slot: key.slice(prefix.length) })))
      .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt))
  } catch {
    return []
  }
}

/** What cannot be read is no draft. */
function readDraft(key: string): ArticleDraft[] {
  try {
    return [draft.parse(JSON.parse(localStorage.getItem(key) ?? ''))]
  } catch {
    return []
  }
}

/** @returns whether the browser had room for it */
export function storeDraft(article: string, slot: string, kept: ArticleDraft): boolean {
  try {
    localStorage.setItem(prefixOf(article) + slot, JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}

export function forgetDraft(article: string, slot: string): void {
  try {
    localStorage.removeItem(prefixOf(article) + slot)
  } catch {}
}
