import { useEffect, useRef } from 'react'
import { type ArticleDraft, forgetDraft, storeDraft } from './article-draft.ts'

/** Writing waits until the hands rest for so long. */
const PAUSE_MS = 300

export type Unsaved = Omit<ArticleDraft, 'savedAt'>

/**
 * Keeps what is not saved in the browser, in its slot, and forgets it where there is nothing.
 *
 * @returns a function that ends it, once the article is saved
 */
export function useKeepDraft(article: string, slot: string, unsaved: Unsaved | null): () => void {
  const waiting = useRef<() => void>(undefined)
  const isOver = useRef(false)

  useEffect(() => {
    if (isOver.current) return
    const write = () => {
      // Saved within the pause.
      if (isOver.current) return
      waiting.current = undefined
      if (unsaved) storeDraft(article, slot, { ...unsaved, savedAt: new Date().toISOString() })
      else forgetDraft(article, slot)
    }
    waiting.current = write
    const timer = setTimeout(write, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [article, slot, unsaved])

  useEffect(() => {
    const flush = () => waiting.current?.()
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [])

  return () => {
    isOver.current = true
    waiting.current = undefined
    forgetDraft(article, slot)
  }
}
