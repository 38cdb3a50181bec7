import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { showToast } from '#ui/toast.ts'
import { fetchAuth, refreshSession } from './auth-client.ts'

/** Spec §2, Admin shell; texts: §8. */
export function useSignOut() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)

  async function signOut() {
    setIsBusy(true)
    const result = await fetchAuth('sign-out', {})
    if (result.kind !== 'done') {
      setIsBusy(false)
      return void showToast({ title: 'Error', text: 'Failed to sign out', isError: true })
    }
    await navigate({ to: '/' })
    queryClient.removeQueries({ queryKey: ['admin'] })
    refreshSession()
    void showToast({ title: 'Signed out', text: 'You have been successfully signed out' })
  }

  return { signOut, isBusy }
}
