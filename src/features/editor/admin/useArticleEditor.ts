import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { isSignedOutError } from '#features/access/rules/access.ts'
import { refreshSession } from '#features/accounts/admin/auth-client.ts'
import { accountQuery } from '#features/accounts/session.functions.ts'
import type { SyncState } from '#features/collaboration/admin/draft-sync.ts'
import type { ArticleField } from '#features/drafts/rules/article-fields.ts'
import { canEditDraft } from '#features/drafts/rules/draft-access.ts'
import { draftQuery } from '#features/publishing/publishing.functions.ts'
import type { Draft } from '#features/publishing/server/find-draft.server.ts'
import { logFault, showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { isChanged } from './is-changed.ts'
import { failureMessage, type SaveAction, type SaveOutcome, sendSave, successToast } from './send-save.ts'
import { useDraftForm } from './useDraftForm.ts'
import type { EditorSession } from './useDraftSession.ts'

/** How long after an edit the status is refreshed. */
const REFRESH_DELAY_MS = 500

type SaveFailure =
  | { kind: 'failed' | 'signed-out' | 'gone'; error?: unknown }
  | { kind: 'refused'; reasons: string[] }

type Options = {
  session: EditorSession
  /** Undefined for a new article. */
  stored: Draft | undefined
  isDeleted: boolean
  onStored: (id: string) => void
  onPublished: () => void
  onInvalid: (field: ArticleField) => void
}

export function useArticleEditor({ session, stored, isDeleted, ...handlers }: Options) {
  const { onStored, onPublished, onInvalid } = handlers
  const queryClient = useQueryClient()
  const { id, client, sync } = session
  const form = useDraftForm(session, onInvalid)
  const { values } = form
  const state = useSyncExternalStore(session.subscribe, sync.getState, sync.getState)
  const people = useSyncExternalStore(
    session.subscribe,
    session.presence.getPeople,
    session.presence.getPeople,
  )
  const [failure, setFailure] = useState<SaveFailure>()
  const [saving, setSaving] = useState<SaveAction['kind']>()
  const isSavingNow = useRef(false)
  // Comparing a text of a feed or an import takes a while: the article is shown first.
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    // A task after a frame runs once it is painted.
    const frame = requestAnimationFrame(() => setTimeout(() => setShown(true)))
    return () => cancelAnimationFrame(frame)
  }, [])
  // Retries keep this id, to publish once.
  const request = useRef<{ id: string; key: string }>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller only navigates
  useEffect(() => {
    if (state.isStored) onStored(id)
  }, [state.isStored, id])

  // A feed or a command may have replaced an unedited text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the stored text is followed
  useEffect(() => {
    if (isShown && stored && !sync.hasUnsentEdits() && isChanged(session.readForm(), stored.form))
      void sync.read()
  }, [isShown, stored?.formHash, sync])

  // biome-ignore lint/correctness/useExhaustiveDependencies: it was deleted or restored
  useEffect(() => {
    void sync.read()
  }, [isDeleted, sync])

  const isEditDenied = useIsEditDenied(session, stored, state)
  const isSignedOut = isSignedOutError(state.error)
  useEffect(() => {
    // Opens the sign-in dialog now, not at the next session check.
    if (isSignedOut) refreshSession()
  }, [isSignedOut])

  const { data: account, dataUpdatedAt } = useQuery(accountQuery)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each check of the session may have found a new one
  useEffect(() => {
    if (account && sync.getState().kind === 'retrying') void sync.send()
  }, [account, dataUpdatedAt])

  function fail(failure: SaveFailure): SaveFailure {
    setFailure(failure)
    return failure
  }

  /** @param isInDialog a dialog shows the failure */
  async function save(action: SaveAction, isInDialog = false): Promise<SaveFailure | undefined> {
    if (isSavingNow.current) return undefined
    isSavingNow.current = true
    setSaving(action.kind)
    setFailure(undefined)
    try {
      const outcome = await send(action)
      // The server has restored the text.
      if (action.kind === 'restore') await sync.read()
      return await handle(outcome, action)
    } catch (error) {
      const isSignedOut = isSignedOutError(error)
      if (isSignedOut) refreshSession()
      if (isSignedOut || isInDialog) logFault(error)
      else showFailure(error, failureMessage(action))
      return fail({ kind: isSignedOut ? 'signed-out' : 'failed', error })
    } finally {
      isSavingNow.current = false
      setSaving(undefined)
    }
  }

  /** Sends the edits, then the action for the displayed text. */
  async function send(action: SaveAction): Promise<SaveOutcome> {
    const version = await sync.flush()
    const { kind, error, reasons = [] } = sync.getState()
    if (version === undefined && kind === 'refused') return { kind, reasons }
    if (version === undefined && kind === 'gone') return { kind }
    if (version === undefined) throw error ?? new Error(failureMessage(action))
    const base = { version }
    const key = JSON.stringify([action, base])
    if (request.current?.key !== key) request.current = { id: crypto.randomUUID(), key }
    const outcome = await sendSave(action, { requestId: request.current.id, id, base, client })
    request.current = undefined
    return outcome
  }

  async function handle(outcome: SaveOutcome, action: SaveAction): Promise<SaveFailure | undefined> {
    if (outcome.kind === 'outdated') {
      void sync.read()
      throw new Error(failureMessage(action))
    }
    if (outcome.kind === 'gone') return fail({ kind: 'gone' })
    if (outcome.kind === 'refused') return fail({ kind: 'refused', reasons: outcome.reasons })
    // Update the session state before the screen checks the account.
    if (failure?.kind === 'signed-out')
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
    void queryClient.invalidateQueries({ queryKey: ['admin', 'articles'] })
    void showToast(successToast(action, outcome))
    if (outcome.kind === 'published') onPublished()
    return undefined
  }

  const isEdited = stored === undefined || (isShown && isChanged(values, stored.form))

  // Refreshes the status and the actions soon after edits.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each edit starts the pause again
  useEffect(() => {
    if (!stored || !isEdited || state.kind !== 'saved') return
    const timer = setTimeout(
      () => void queryClient.invalidateQueries({ queryKey: draftQuery(id).queryKey }),
      REFRESH_DELAY_MS,
    )
    return () => clearTimeout(timer)
  }, [values, isEdited, state.kind, stored?.formHash])

  return {
    session,
    form,
    values,
    state,
    people,
    isReadOnly: session.isReadOnly || isEditDenied,
    /** Deleted: no actions until it is restored. */
    isGone: state.kind === 'gone',
    /** Changes are not sent unless the account may edit the article again. */
    isEditLost: isEditDenied && sync.hasUnsentEdits(),
    /** The text is not the one that the status and actions of `stored` are about. */
    isChanged: isEdited,
    isFeedTextChanged:
      isShown && stored !== undefined && isChanged(values, stored.form, { isFeedText: true }),
    saving,
    failure,
    /** @returns why it failed; also undefined if a field is invalid */
    async submit(action: SaveAction, { isInDialog = false } = {}): Promise<SaveFailure | undefined> {
      const isComplete = action.kind === 'publish' || action.kind === 'schedule'
      return form.validate({ isComplete }) ? save(action, isInDialog) : undefined
    },
    /** Restores the text of a revision. The present one remains a revision, too. */
    restore(number: number) {
      void save({ kind: 'restore', number })
    },
  }
}

export type ArticleEditorState = ReturnType<typeof useArticleEditor>

/** Role and assignment may change while the editor is open. Refused edits are sent again when both allow them. */
function useIsEditDenied(
  { id, owner, sync }: Pick<EditorSession, 'id' | 'owner' | 'sync'>,
  stored: Draft | undefined,
  { kind }: SyncState,
): boolean {
  const queryClient = useQueryClient()
  const { data: account } = useQuery(accountQuery)
  const isRefused = kind === 'denied'
  useEffect(() => {
    if (!isRefused) return
    void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
    void queryClient.invalidateQueries({ queryKey: draftQuery(id).queryKey })
  }, [isRefused, queryClient, id])
  const people = stored
    ? { ownerId: stored.owner, assigneeId: stored.assignee }
    : { ownerId: owner, assigneeId: null }
  const isOwner = account?.id === owner
  const canEdit = isOwner && canEditDraft(account, people)
  useEffect(() => {
    if (canEdit && sync.getState().kind === 'denied') void sync.resume()
  }, [canEdit, sync])
  return isRefused || (isOwner && !canEdit)
}
