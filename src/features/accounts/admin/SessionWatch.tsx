import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Dialog } from '#ui/admin/Dialog.tsx'
import type { Account } from '../current-account.server.ts'
import { accountQuery } from '../session.functions.ts'
import { authClient } from './auth-client.ts'
import { SignInForm } from './SignInForm.tsx'

/**
 * Watches the session while a screen of the back-office is open. When it ends, here, in another tab or by somebody else, one
 * can sign in again over the screen, so that nothing is lost that was typed.
 */
export function SessionWatch({ account }: { account: Account }) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const { data, isPending, error } = authClient.useSession()
  // Asked anew when accounts change, so a demotion is known at once.
  const { data: current } = useQuery(accountQuery)
  const [isLeft, setIsLeft] = useState(false)
  const isEnded = current === null || (!isPending && !error && data === null)
  const userId = data?.user.id

  useEffect(() => {
    if (!isEnded) setIsLeft(false)
  }, [isEnded])

  // Another tab has signed somebody else in.
  useEffect(() => {
    if (userId === undefined || userId === account.id) return
    queryClient.removeQueries({ queryKey: ['admin'] })
    void router.invalidate()
  }, [userId, account.id, queryClient, router])

  return (
    <Dialog title="You have been signed out" isOpen={isEnded && !isLeft} onClose={() => setIsLeft(true)}>
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
