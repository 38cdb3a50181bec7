import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Account } from '#features/access/rules/access.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Dialog } from '#ui/admin/dialogs/Dialog.tsx'
import { hasUnsavedChanges } from '#ui/admin/forms/changed-forms.ts'
import { accountQuery } from '../session.functions.ts'
import { authClient, fetchAuth, refreshSession } from './auth-client.ts'
import { SignInForm } from './SignInForm.tsx'

/** While a session is replaced, no session is valid. While a person types, the dialog would get the next keys. */
const PAUSE_MS = 1_000

/** Shows a sign-in dialog when the session has ended and nobody is typing, to keep unsaved input. */
export function SessionMonitor({ account }: { account: Account }) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const [isEnded, setIsEnded] = useSessionEnded()
  const userId = authClient.useSession().data?.user.id

  // Another tab has signed in with another account.
  useEffect(() => {
    if (userId === undefined || userId === account.id) return
    queryClient.removeQueries({ queryKey: ['admin'] })
    void router.invalidate()
  }, [userId, account.id, queryClient, router])

  return (
    <Dialog title={phrase('You have been signed out')} isOpen={isEnded} onClose={() => setIsEnded(false)}>
      <div className="flex flex-col gap-4">
        <p>{phrase('Your unsaved changes are still here. Sign in again to continue.')}</p>
        <SignInForm
          email={account.email}
          onSignedIn={() => queryClient.invalidateQueries({ queryKey: ['admin'] })}
        />
      </div>
    </Dialog>
  )
}

function useSessionEnded() {
  const queryClient = useQueryClient()
  const { data, isPending, error } = authClient.useSession()
  // Applies a demotion at once.
  const { data: account } = useQuery(accountQuery)
  const seemsEnded = account === null || (!isPending && !error && data === null)
  const [isEnded, setIsEnded] = useState(false)

  useEffect(() => {
    if (!seemsEnded) return setIsEnded(false)
    const stopped = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    async function check(): Promise<void> {
      const ownTimer = timer
      const result = await fetchAuth<object | null>('get-session', undefined, stopped.signal)
      // Ignores the result if a key was pressed during the request, which restarts the timer.
      if (timer !== ownTimer || result.kind !== 'done') return
      stopped.abort()
      if (result.data === null) return setIsEnded(true)
      refreshSession()
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
    }
    function checkAfterPause(): void {
      clearTimeout(timer)
      timer = setTimeout(check, PAUSE_MS)
    }
    checkAfterPause()
    document.addEventListener('keydown', checkAfterPause, { capture: true, signal: stopped.signal })
    return () => {
      stopped.abort()
      clearTimeout(timer)
    }
  }, [seemsEnded, queryClient])

  return [isEnded, setIsEnded] as const
}

/**
 * Demoted users leave the admin area, but not a form with unsaved changes, which the server refuses. Signed-out users may sign in again
 * (SessionMonitor).
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
