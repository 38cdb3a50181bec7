import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isAccessDeniedError } from '#features/accounts/rules/access.ts'
import { accountQuery } from '#features/accounts/session.functions.ts'
import { draftQuery } from '../newsroom.functions.ts'
import { canEditDraft } from '../rules/draft-access.ts'
import type { Draft } from '../server/find-draft.server.ts'
import type { DraftSession } from './draft-session.ts'

/**
 * Follows the role of the account and the assignment of the draft, which may change while the editor is open.
 *
 * @param stored undefined for a new article
 * @param error the error of the last request, if it failed
 */
export function useIsEditDenied(
  { id, owner }: DraftSession,
  stored: Draft | undefined,
  error: unknown,
): boolean {
  const queryClient = useQueryClient()
  const { data: account } = useQuery(accountQuery)
  const isRefused = isAccessDeniedError(error)
  useEffect(() => {
    if (!isRefused) return
    void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
    void queryClient.invalidateQueries({ queryKey: draftQuery(id).queryKey })
  }, [isRefused, queryClient, id])
  const people = stored
    ? { ownerId: stored.owner, assigneeId: stored.assignee }
    : { ownerId: owner, assigneeId: null }
  return isRefused || (account?.id === owner && !canEditDraft(account, people))
}
