import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { hasUnsavedChanges } from '#ui/office/changed-forms.ts'
import type { Account } from '../rules/access.ts'
import { accountQuery } from '../session.functions.ts'

/**
 * Demoted users leave the back office, but not a form with unsaved changes, which the server refuses. Signed-out
 * users may sign in again, also with another account (SessionMonitor).
 *
 * @param admitted the account when the screen was opened
 */
export function useFollowedAccount(admitted: Account | null): Account | null {
  const router = useRouter()
  const { data } = useQuery(accountQuery)
  const account = data ?? admitted
  const hasChanged =
    account?.id !== admitted?.id ||
    account?.role !== admitted?.role ||
    (!!account?.lacksSecondFactor && !admitted?.lacksSecondFactor)
  const [isKept, setIsKept] = useState(false)
  useEffect(() => {
    // Forms note unsaved changes in effects, which run before this one.
    setIsKept(hasChanged && hasUnsavedChanges())
    if (hasChanged && !hasUnsavedChanges()) void router.invalidate()
  }, [hasChanged, router])
  return hasChanged && (isKept || hasUnsavedChanges()) ? admitted : account
}
