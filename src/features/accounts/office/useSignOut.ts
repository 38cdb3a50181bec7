import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { showToast } from '#ui/toast.ts'
import { askAuth } from './ask-auth.ts'
import { announceSession } from './auth-client.ts'

/** Ends the session and goes to the readers' front page (spec §2, Admin shell; texts: §8). */
export function useSignOut() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)

  async function signOut() {
    setIsBusy(true)
    const answer = await askAuth('sign-out', {})
    if (answer.kind !== 'done') {
      setIsBusy(false)
      return void showToast({ title: 'Error', text: 'Failed to sign out', isError: true })
    }
    await navigate({ to: '/' })
    queryClient.removeQueries({ queryKey: ['admin'] })
    announceSession()
    void showToast({ title: 'Signed out', text: 'You have been successfully signed out' })
  }

  return { signOut, isBusy }
}
