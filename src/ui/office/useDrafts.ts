import { useEffect, useRef } from 'react'
import * as z from 'zod'
import { DRAFT_PREFIX } from '#ui/office/stored-drafts.ts'
import { articleDraftSchema } from '../rules/article-form.ts'

const WRITE_DELAY_MS = 300

const storedDraftSchema = z.object({
  /** A new article has an id too, so that a retried save does not create a second article. */
  id: z.uuid(),
  base: articleDraftSchema,
  version: z.string().nullable(),
  form: articleDraftSchema,
  savedAt: z.iso.datetime(),
})

export type ArticleDraft = z.output<typeof storedDraftSchema>

export type StoredDraft = ArticleDraft & { slot: string }

/**
 * Stores unsaved changes in local storage.
 *
 * @param article the account's id, a colon and the article's id or "new"
 * @param slot identifies this editor
 * @returns a function that stops and removes the draft
 */
export function useDraftStorage(
  article: string,
  slot: string,
  changes: Omit<ArticleDraft, 'savedAt'> | null,
): () => void {
  const pendingWrite = useRef<() => void>(undefined)
  const isStopped = useRef(false)

  useEffect(() => {
    if (isStopped.current) return
    const write = () => {
      if (isStopped.current) return
      pendingWrite.current = undefined
      if (changes) storeDraft(article, slot, { ...changes, savedAt: new Date().toISOString() })
      else removeDraft(article, slot)
    }
    pendingWrite.current = write
    const timer = setTimeout(write, WRITE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [article, slot, changes])

  useEffect(() => {
    const flush = () => pendingWrite.current?.()
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [])

  return () => {
    isStopped.current = true
    pendingWrite.current = undefined
    removeDraft(article, slot)
  }
}

const keyPrefix = (article: string) => `${DRAFT_PREFIX}${article}:`

/** Returns the valid drafts, newest first. */
export function readDrafts(article: string): StoredDraft[] {
  const prefix = keyPrefix(article)
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => readDraft(key).map((draft) => ({ ...draft, slot: key.slice(prefix.length) })))
      .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt))
  } catch {
    return []
  }
}

function readDraft(key: string): ArticleDraft[] {
  try {
    return [storedDraftSchema.parse(JSON.parse(localStorage.getItem(key) ?? ''))]
  } catch {
    return []
  }
}

/** Does nothing if local storage is full or disabled. */
export function storeDraft(article: string, slot: string, draft: ArticleDraft): void {
  try {
    localStorage.setItem(keyPrefix(article) + slot, JSON.stringify(draft))
  } catch {}
}

export function removeDraft(article: string, slot: string): void {
  try {
    localStorage.removeItem(keyPrefix(article) + slot)
  } catch {}
}
