import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountQuery } from '#features/accounts/session.functions.ts'
import type { DraftSession } from '#features/collaboration/admin/draft-session.ts'
import type { SyncState } from '#features/collaboration/admin/draft-sync.ts'
import { canEditDraft } from '#features/drafts/rules/draft-access.ts'
import { draftQuery } from '#features/publishing/publishing.functions.ts'
import type { Draft } from '#features/publishing/server/find-draft.server.ts'

/** Role and assignment may change while the editor is open. Refused edits are sent again when both allow them. */
export function useIsEditDenied(
  { id, owner, sync }: Pick<DraftSession, 'id' | 'owner' | 'sync'>,
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
