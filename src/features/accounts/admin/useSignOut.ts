import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { showToast } from '#ui/toast.ts'

/** Ends the session and goes to the readers' front page (spec §2, Admin shell; texts: §8). */
export function useSignOut() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)

  async function signOut() {
    setIsBusy(true)
    try {
      const response = await fetch('/api/auth/sign-out', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
      if (!response.ok) throw new Error(`Status ${response.status}`)
    } catch {
      setIsBusy(false)
      return void showToast({ title: 'Error', text: 'Failed to sign out', isError: true })
    }
    await navigate({ to: '/' })
    queryClient.removeQueries({ queryKey: ['admin'] })
    void showToast({ title: 'Signed out', text: 'You have been successfully signed out' })
  }

  return { signOut, isBusy }
}
