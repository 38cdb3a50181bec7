import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { clearStoredDrafts, hasStoredDrafts } from '#ui/office/stored-drafts.ts'
import { hasUnsavedChanges } from '#ui/office/UnsavedChangesGuard.tsx'
import { showToast } from '#ui/toast.ts'
import { fetchAuth, refreshSession } from './auth-client.ts'

/** Spec §2, Admin shell; texts: §8. Asks for confirmation before unsaved changes are deleted. */
export function useSignOut() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)
  const [isConfirming, setIsConfirming] = useState(false)

  async function signOut() {
    setIsBusy(true)
    const result = await fetchAuth('sign-out', {})
    setIsConfirming(false)
    if (result.kind !== 'done') {
      setIsBusy(false)
      return void showToast({ title: 'Error', text: 'Failed to sign out', isError: true })
    }
    await navigate({ to: '/', ignoreBlocker: true })
    // After the editor, which stores its draft when it closes.
    clearStoredDrafts()
    queryClient.removeQueries({ queryKey: ['admin'] })
    refreshSession()
    void showToast({ title: 'Signed out', text: 'You have been successfully signed out' })
  }

  return {
    signOut: () => (hasUnsavedChanges() || hasStoredDrafts() ? setIsConfirming(true) : void signOut()),
    isBusy,
    confirmation: {
      isOpen: isConfirming,
      isBusy,
      onConfirm: () => void signOut(),
      onCancel: () => setIsConfirming(false),
    },
  }
}
