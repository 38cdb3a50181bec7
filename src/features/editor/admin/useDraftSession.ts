import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useAdmittedAccount } from '#features/access/admin/useCapability.ts'
import type { Account } from '#features/access/rules/access.ts'
import { followDraft } from '#features/collaboration/admin/draft-listener.ts'
import {
  type DraftSession,
  type FormerEdits,
  openDraftSession,
} from '#features/collaboration/admin/draft-session.ts'
import { createDraftTransport } from '#features/collaboration/admin/draft-transport.ts'
import { rememberFocus } from '#features/collaboration/admin/restore-focus.ts'
import { moveEdits } from '#features/collaboration/admin/rich-text-document.ts'
import { readForm } from '#features/collaboration/rules/draft-document.ts'
import { isDifferent } from '#features/drafts/rules/article-form.ts'
import { canEditDraft } from '#features/drafts/rules/draft-access.ts'
import { draftQuery } from '#features/publishing/publishing.functions.ts'
import { bylineOf, DEFAULT_WRITING_PREFERENCES } from '#features/publishing/rules/writing-preferences.ts'
import type { Draft } from '#features/publishing/server/find-draft.server.ts'
import { writingPreferencesQuery } from '#features/publishing/writing-preferences.functions.ts'
import { unsentEdits } from '#ui/admin/unsent-edits.ts'
import { keepDraftCopy, readCopyInstead } from './keep-draft-copy.ts'

/** Used without a stream. */
const POLL_INTERVAL_MS = 5_000

export type OpenedDraft =
  | { kind: 'loading' | 'gone' }
  | { kind: 'open'; session: DraftSession }
  | { kind: 'failed'; error: unknown; retry: () => void }

export function useDraftSession(id: string, { isNew }: { isNew: boolean }): OpenedDraft {
  const queryClient = useQueryClient()
  const account = useAdmittedAccount()
  const [opened, setOpened] = useState<OpenedDraft>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  // The first edit creates a new article, whose document stays open.
  const [wasNew] = useState(isNew)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` opens it again; a new role must not interrupt writing
  useEffect(() => {
    let session: DraftSession | undefined
    let isClosed = false
    let stopCopying: (() => void) | undefined

    async function open(former?: FormerEdits, beforeUse?: (next: DraftSession) => void) {
      if (!account) throw new Error('The editor needs an account')
      const isNew = wasNew && !former
      const readDraft = () =>
        queryClient
          .fetchQuery({ ...draftQuery(id), staleTime: 0, retry: false })
          .catch(async (error) => (await readCopyInstead(error, account.id, id)).stored as Draft)
      const draft = isNew ? null : (queryClient.getQueryData(draftQuery(id).queryKey) ?? (await readDraft()))
      const next = await openDraftSession({
        id,
        me: { id: account.id, name: account.fullName },
        isNew,
        byline: isNew ? await readByline(queryClient, account) : '',
        isReadOnly:
          draft !== null && !canEditDraft(account, { ownerId: draft.owner, assigneeId: draft.assignee }),
        readStored: readDraft,
        async readCopy(error) {
          const { state, ...copy } = await readCopyInstead(error, account.id, id)
          return { kind: 'updates', updates: [state], ...copy }
        },
        former,
        transport: createDraftTransport(id, account.id),
        storage: unsentEdits,
      })
      if (next) beforeUse?.(next)
      if (isClosed) {
        next?.close()
        return next
      }
      session = next ?? undefined
      stopCopying?.()
      stopCopying = next
        ? keepDraftCopy(next, () => queryClient.getQueryData(draftQuery(id).queryKey))
        : undefined
      // From now on, edits of the former document would be lost.
      const restoreFocus = rememberFocus()
      flushSync(() => setOpened(next ? { kind: 'open', session: next } : { kind: 'gone' }))
      restoreFocus()
      next?.subscribe(() => {
        if (next === session && next.sync.getState().kind === 'replaced') reopen(next).catch(fail)
      })
      return next
    }

    /** Moves unsent edits to the document that replaced theirs. */
    async function reopen({ doc, sync, slot, openedForm, close }: DraftSession) {
      session = undefined
      const mine = readForm(doc)
      const next = await open({ slot, base: sync.hasUnsentEdits() ? openedForm : mine, mine }, (next) => {
        // The former document stays editable until the next one is open.
        const later = readForm(doc)
        if (isDifferent(mine, later)) moveEdits({ base: mine, mine: later }, next.doc)
      })
      close()
      if (next) await sync.discard()
    }

    function fail(error: unknown) {
      if (!isClosed) setOpened({ kind: 'failed', error, retry: () => setAttempt((count) => count + 1) })
    }

    const disconnect = connect(id, () => session)
    open().catch(fail)
    return () => {
      isClosed = true
      disconnect()
      stopCopying?.()
      session?.close()
    }
  }, [queryClient, id, wasNew, attempt])

  return opened
}

/** Without the preferences, the byline is the account's name. */
async function readByline(queryClient: QueryClient, account: Account): Promise<string> {
  const preferences = await queryClient
    .ensureQueryData({ ...writingPreferencesQuery, retry: false })
    .catch(() => DEFAULT_WRITING_PREFERENCES)
  return bylineOf(account, preferences)
}

/** Sends edits at once when the page may close or the network is back. */
function connect(id: string, getSession: () => DraftSession | undefined): () => void {
  let isConnected = false
  const exchange = () => {
    void getSession()?.sync.send()
    void getSession()?.sync.read()
  }
  const send = () => void getSession()?.sync.send()
  const unfollow = followDraft({
    draftId: id,
    onUpdate: (seq) => void getSession()?.sync.announce(seq),
    onPresence: (update) => getSession()?.presence.receive(update),
    onOpen() {
      isConnected = true
      void getSession()?.sync.read()
      getSession()?.presence.announce()
    },
    onClose() {
      isConnected = false
    },
  })
  const poll = setInterval(() => {
    if (!isConnected && !document.hidden && navigator.onLine) void getSession()?.sync.read()
  }, POLL_INTERVAL_MS)
  const listeners = new AbortController()
  const { signal } = listeners
  window.addEventListener('online', exchange, { signal })
  window.addEventListener('focusout', send, { signal })
  window.addEventListener('pagehide', send, { signal })
  document.addEventListener('visibilitychange', exchange, { signal })
  return () => {
    unfollow()
    clearInterval(poll)
    listeners.abort()
  }
}
