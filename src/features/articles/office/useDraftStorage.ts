import { useEffect, useRef } from 'react'
import * as z from 'zod'
import { articleDraftSchema } from '../rules/article-form.ts'

const WRITE_DELAY_MS = 300

const storedDraftSchema = z.object({
  /** Of the article; also a new one has its id already, so that a retried save does not create a second article. */
  id: z.uuid(),
  /** The form and version from which editing started. */
  base: articleDraftSchema,
  version: z.string().nullable(),
  form: articleDraftSchema,
  savedAt: z.iso.datetime(),
})

/** Unsaved changes in this browser's local storage. */
export type ArticleDraft = z.output<typeof storedDraftSchema>

/** A draft with the slot in which it is stored. */
export type StoredDraft = ArticleDraft & { slot: string }

/**
 * Stores unsaved changes as a draft while they are typed, and removes it when there are none.
 *
 * @param article the article's id, or "new"
 * @param slot identifies this editor: each has its own draft
 * @returns a function that stops this and removes the draft, for use after a save
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

const keyPrefix = (article: string) => `masthead:article-draft:${article}:`

/** The stored drafts of an article, newest first; invalid ones are ignored. */
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

/** Stores a draft; does nothing if local storage is full or disabled. */
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
