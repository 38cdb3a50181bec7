import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Dialog } from '#ui/office/Dialog.tsx'
import type { Account } from '../server/current-account.server.ts'
import { accountQuery } from '../session.functions.ts'
import { askAuth } from './ask-auth.ts'
import { announceSession, authClient } from './auth-client.ts'
import { SignInForm } from './SignInForm.tsx'

/** While a session is exchanged for another (a new password, a second factor), who asks at that moment finds neither. */
const EXCHANGE_MS = 500

/**
 * Watches the session while a screen of the back office is open. When it ends, here, in another tab or by somebody else, one
 * can sign in again over the screen, so that nothing is lost that was typed.
 */
export function SessionWatch({ account }: { account: Account }) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const [isEnded, setIsEnded] = useHasEnded()
  const userId = authClient.useSession().data?.user.id

  // Another tab has signed somebody else in.
  useEffect(() => {
    if (userId === undefined || userId === account.id) return
    queryClient.removeQueries({ queryKey: ['admin'] })
    void router.invalidate()
  }, [userId, account.id, queryClient, router])

  return (
    <Dialog title="You have been signed out" isOpen={isEnded} onClose={() => setIsEnded(false)}>
      <div className="flex flex-col gap-4">
        <p>What you typed is still here. Sign in again to go on.</p>
        <SignInForm
          email={account.email}
          onSignedIn={() => queryClient.invalidateQueries({ queryKey: ['admin'] })}
        />
      </div>
    </Dialog>
  )
}

/** Whether the session has ended; what tells so is asked once more. */
function useHasEnded() {
  const queryClient = useQueryClient()
  const { data, isPending, error } = authClient.useSession()
  // Asked anew when accounts change, so a demotion is known at once.
  const { data: current } = useQuery(accountQuery)
  const seemsEnded = current === null || (!isPending && !error && data === null)
  const [isEnded, setIsEnded] = useState(false)

  useEffect(() => {
    if (!seemsEnded) return setIsEnded(false)
    const timer = setTimeout(async () => {
      const answer = await askAuth<object | null>('get-session')
      if (answer.kind !== 'done') return
      if (answer.data === null) return setIsEnded(true)
      announceSession()
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
    }, EXCHANGE_MS)
    return () => clearTimeout(timer)
  }, [seemsEnded, queryClient])

  return [isEnded, setIsEnded] as const
}
