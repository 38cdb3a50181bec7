import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAdmittedAccount } from '#features/access/admin/useCapability.ts'
import type { Account } from '#features/access/rules/access.ts'
import { type DraftSession, openDraftSession } from '#features/collaboration/admin/draft-session.ts'
import { createDraftTransport } from '#features/collaboration/admin/draft-transport.ts'
import { takeRequestedDocument } from '#features/collaboration/admin/requested-document.ts'
import { followTopic } from '#features/collaboration/admin/topic-listener.ts'
import { draftTopic } from '#features/collaboration/rules/stream-topic.ts'
import { staffQuery } from '#features/drafts/drafts.functions.ts'
import { canEditDraft } from '#features/drafts/rules/draft-access.ts'
import { draftQuery } from '#features/publishing/publishing.functions.ts'
import { bylineOf, DEFAULT_WRITING_PREFERENCES } from '#features/publishing/rules/writing-preferences.ts'
import type { Draft } from '#features/publishing/server/find-draft.server.ts'
import { writingPreferencesQuery } from '#features/publishing/writing-preferences.functions.ts'
import { RequestFailure } from '#kernel/request-failure.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { storedDocuments } from '#ui/admin/stored-documents.ts'
import { showToast } from '#ui/toast.ts'
import { type ArticleEditor, createArticleEditor } from './article-editor.ts'
import { useSmartPunctuation } from './useSmartPunctuation.ts'

/** Used without a stream. */
const POLL_INTERVAL_MS = 5_000

export type EditorSession = DraftSession<ArticleEditor>

type OpenedDraft =
  | { kind: 'loading' | 'gone' }
  | { kind: 'open'; session: EditorSession }
  | { kind: 'failed'; error: unknown; retry: () => void }

export function useDraftSession(id: string, { isNew }: { isNew: boolean }): OpenedDraft {
  const queryClient = useQueryClient()
  const account = useAdmittedAccount()
  const hasSmartPunctuation = useSmartPunctuation()
  const [opened, setOpened] = useState<OpenedDraft>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  // The first edit creates a new article, whose document stays open.
  const [wasNew] = useState(isNew)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` opens it again; a new role must not interrupt writing
  useEffect(() => {
    let session: EditorSession | undefined
    let isClosed = false

    async function open(): Promise<void> {
      if (!account) throw new Error('The editor needs an account')
      const draft = wasNew
        ? null
        : (queryClient.getQueryData(draftQuery(id).queryKey) ?? (await readDraft(queryClient, account, id)))
      const isReadOnly =
        draft !== null && !canEditDraft(account, { ownerId: draft.owner, assigneeId: draft.assignee })
      const next = await openDraftSession<ArticleEditor>({
        id,
        me: { id: account.id, name: account.fullName },
        isNew: wasNew,
        isReopened: attempt > 0,
        readByline: () => readByline(queryClient, account),
        isReadOnly,
        readStored: () => queryClient.getQueryData(draftQuery(id).queryKey) ?? null,
        onDeletedText: (by) => void announceDeletion(queryClient, by),
        createEditor: ({ doc, plugin, passages }) =>
          createArticleEditor({ doc, plugin, passages, isEditable: !isReadOnly, hasSmartPunctuation }),
        transport: createDraftTransport(id, account.id, takeRequestedDocument(id)),
        storage: storedDocuments,
      })
      if (isClosed) return void next?.close()
      session = next ?? undefined
      setOpened(next ? { kind: 'open', session: next } : { kind: 'gone' })
      next?.subscribe(() => {
        if (next !== session || next.sync.getState().kind !== 'outdated') return
        // The steps since are gone: the newest document is opened, and offers the changes of this one.
        session = undefined
        void next.close().then(() => setAttempt((count) => count + 1))
      })
    }

    function fail(error: unknown) {
      if (!isClosed) setOpened({ kind: 'failed', error, retry: () => setAttempt((count) => count + 1) })
    }

    const disconnect = connect(id, () => session)
    open().catch(fail)
    return () => {
      isClosed = true
      disconnect()
      void session?.close()
    }
  }, [queryClient, id, wasNew, attempt])

  return opened
}

/** Reads the draft; without a connection, as this device knows it. */
async function readDraft(
  queryClient: QueryClient,
  { id: owner }: Account,
  id: string,
): Promise<Draft | null> {
  try {
    return await queryClient.fetchQuery({ ...draftQuery(id), staleTime: 0, retry: false })
  } catch (error) {
    const [copy] = error instanceof RequestFailure ? await storedDocuments.list(owner, id) : []
    if (!copy) throw error
    return copy.stored as Draft | null
  }
}

async function announceDeletion(queryClient: QueryClient, by: string): Promise<void> {
  const staff = await queryClient.ensureQueryData(staffQuery).catch(() => [])
  const name = staff.find(({ id }) => id === by)?.name ?? phrase('someone else')
  await showToast({
    title: phrase('You deleted what {name} just wrote', { name }),
    text: phrase('Undo restores it.'),
  })
}

/** Without the preferences, the byline is the account's name. */
async function readByline(queryClient: QueryClient, account: Account): Promise<string> {
  const preferences = await queryClient
    .ensureQueryData({ ...writingPreferencesQuery, retry: false })
    .catch(() => DEFAULT_WRITING_PREFERENCES)
  return bylineOf(account, preferences)
}

/** Sends edits at once when the page may close or the network is back. */
function connect(id: string, getSession: () => EditorSession | undefined): () => void {
  let isConnected = false
  const exchange = () => {
    void getSession()?.sync.send()
    void getSession()?.sync.read()
  }
  const leave = () => getSession()?.sync.leave()
  const unfollow = followTopic({
    topic: draftTopic(id),
    onBatch: (version, batch) => getSession()?.sync.onBatch(version, batch),
    onPresence: (presence) => getSession()?.presence.receive(presence),
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
  window.addEventListener('pagehide', leave, { signal })
  document.addEventListener('visibilitychange', exchange, { signal })
  return () => {
    unfollow()
    clearInterval(poll)
    listeners.abort()
  }
}
