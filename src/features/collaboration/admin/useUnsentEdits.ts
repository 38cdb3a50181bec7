import { useEffect } from 'react'
import { type Account, isAccessDeniedError } from '#features/access/rules/access.ts'
import { type UnsentEditsStore, unsentEdits } from '#ui/admin/unsent-edits.ts'
import { showToast } from '#ui/toast.ts'
import { createDraftTransport } from './draft-transport.ts'

/** Sends the account's unsent edits of earlier visits, and refused ones again when its role changes. */
export function useUnsentEdits(account: Account | null): void {
  const { id, role } = account ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: another role may make edits that were refused
  useEffect(() => (id ? keepSendingUnsentEdits(id, { onCreated: announceDraft }) : undefined), [id, role])
}

const ANNOUNCEMENT_MS = 60_000

/** Nobody would look for an article that was closed before it had a headline. */
function announceDraft(draft: string): void {
  const isOpen = location.search.includes(draft) || history.state?.newArticleId === draft
  if (isOpen) return
  void showToast({
    title: 'Draft recovered',
    text: 'A new article that you had begun on this device is now saved as a draft.',
    durationMs: ANNOUNCEMENT_MS,
    link: { label: 'Open', href: `/admin/articles?article=${draft}` },
  })
}

const FIRST_RETRY_MS = 5_000
const MAX_RETRY_MS = 60_000

type Sources = {
  storage?: UnsentEditsStore
  transportOf?: typeof createDraftTransport
  /** Called with the id of each article that the edits created. */
  onCreated?: (draft: string) => void
}

/**
 * Sends the edits that an account left on this device. Refused ones remain until the article is opened.
 *
 * @returns whether the server has accepted or refused each
 */
export async function sendUnsentEdits(owner: string, sources: Sources = {}): Promise<boolean> {
  const { storage = unsentEdits, transportOf = createDraftTransport, onCreated = () => {} } = sources
  let isComplete = true
  for (const edits of await storage.list(owner)) {
    const { draft, document, update, seedOf } = edits
    const request = { document, update, ...(seedOf !== undefined && { seedOf }) }
    const outcome = await transportOf(draft, owner)
      .append(request)
      .catch((error) => (isAccessDeniedError(error) ? ({ kind: 'denied' } as const) : undefined))
    if (outcome?.kind === 'appended') {
      await storage.removeSent(edits)
      if (seedOf === null) onCreated(draft)
    }
    isComplete &&= outcome !== undefined
  }
  return isComplete
}

/**
 * Sends them now and whenever the network is back, until the server has responded.
 *
 * @returns a function that stops
 */
export function keepSendingUnsentEdits(owner: string, sources?: Sources): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  let timer: ReturnType<typeof setTimeout> | undefined
  let delay = FIRST_RETRY_MS

  async function send(): Promise<void> {
    clearTimeout(timer)
    // Without storage, there is nothing to send.
    const isComplete = await sendUnsentEdits(owner, sources).catch(() => true)
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
