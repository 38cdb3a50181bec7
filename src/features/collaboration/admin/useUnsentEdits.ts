import { useEffect } from 'react'
import type { Account } from '#features/access/rules/access.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { hasUnsentEdits } from '#ui/admin/stored-documents.ts'
import { showToast } from '#ui/toast.ts'
import type { SendOptions } from './send-stored-edits.ts'

/** Sends the account's unsent edits of earlier visits, and refused ones again when its role changes. */
export function useUnsentEdits(account: Account | null): void {
  const { id, role } = account ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: another role may make edits that were refused
  useEffect(
    () => (id ? keepSendingUnsentEdits(id, { isOpening, onCreated: announceDraft }) : undefined),
    [id, role],
  )
}

const ANNOUNCEMENT_MS = 60_000

/** Drafts whose editor has opened, and claimed the edits that it continues. */
const opened = new Set<string>()

/** @returns a function to call when the editor closes */
export function markOpened(draft: string): () => void {
  opened.add(draft)
  return () => void opened.delete(draft)
}

/** Whether the page shows this article. */
function isShown(draft: string): boolean {
  return location.search.includes(draft) || history.state?.newArticleId === draft
}

function isOpening(draft: string): boolean {
  return location.pathname === '/admin/articles' && isShown(draft) && !opened.has(draft)
}

/** Nobody would look for an article that was closed before it had a headline. */
function announceDraft(draft: string): void {
  if (isShown(draft)) return
  void showToast({
    title: phrase('Draft recovered'),
    text: phrase('A new article that you started on this device is now saved as a draft.'),
    durationMs: ANNOUNCEMENT_MS,
    link: { label: phrase('Open'), href: `/admin/articles?article=${draft}` },
  })
}

const FIRST_RETRY_MS = 5_000
const MAX_RETRY_MS = 60_000

/**
 * Sends unsent edits now and whenever the network is back, until the server has responded.
 *
 * @returns a function that stops
 */
export function keepSendingUnsentEdits(owner: string, options?: SendOptions): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  let timer: ReturnType<typeof setTimeout> | undefined
  let delay = FIRST_RETRY_MS

  async function send(): Promise<void> {
    clearTimeout(timer)
    const isComplete = await sendEdits(owner, options, signal)
    if (isComplete || signal.aborted) return
    timer = setTimeout(() => void send(), delay)
    delay = Math.min(delay * 2, MAX_RETRY_MS)
  }

  void send()
  window.addEventListener('online', () => void send(), { signal })
  return () => {
    stopped.abort()
    clearTimeout(timer)
  }
}

/** Loads the code of the editor only if there are edits to send. @returns whether there is nothing to try again */
async function sendEdits(
  owner: string,
  options: SendOptions | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  if (!(await hasUnsentEdits(owner))) return true
  const sender = await import('./send-stored-edits.ts').catch(() => undefined)
  if (!sender) return false
  return signal.aborted || sender.sendStoredEdits(owner, options).catch(() => true)
}
