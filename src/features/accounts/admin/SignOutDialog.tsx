import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx'
import { hasUnsavedChanges } from '#ui/admin/forms/changed-forms.ts'
import { clearStoredDrafts, hasStoredDrafts } from '#ui/admin/forms/stored-drafts.ts'
import { clearStoredDocuments, hasUnsentEdits } from '#ui/admin/stored-documents.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { accountQuery } from '../session.functions.ts'
import { fetchAuth, refreshSession } from './auth-client.ts'

type Props = ReturnType<typeof useSignOut>['confirmation']

export function SignOutDialog(confirmation: Props) {
  return (
    <ConfirmDialog
      {...confirmation}
      title={phrase('Sign out and delete unsaved changes?')}
      text={phrase('This browser contains unsaved changes. Signing out deletes them.')}
      confirmLabel={phrase('Sign Out')}
      isDangerous
    />
  )
}

/** Spec §2, Admin shell; texts: §8. Confirms the loss of unsaved changes. */
export function useSignOut() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)
  const [isConfirming, setIsConfirming] = useState(false)
  const running = useRef<AbortController>(undefined)

  const accountId = () => queryClient.getQueryData(accountQuery.queryKey)?.id ?? ''

  async function signOut() {
    const owner = accountId()
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setIsBusy(true)
    const result = await fetchAuth('sign-out', {}, signal)
    if (signal.aborted) return setIsBusy(false)
    setIsConfirming(false)
    if (result.kind !== 'done') {
      setIsBusy(false)
      return showFailure(result.kind === 'failed' ? result.error : undefined, phrase('Failed to sign out'))
    }
    await navigate({ to: '/', ignoreBlocker: true })
    // The editor stores its draft when it closes.
    clearStoredDrafts()
    await clearStoredDocuments(owner)
    queryClient.removeQueries({ queryKey: ['admin'] })
    refreshSession()
    void showToast({ title: phrase('Signed out'), text: phrase('You have been successfully signed out') })
  }

  async function confirmAndSignOut() {
    if (hasUnsavedChanges() || hasStoredDrafts() || (await hasUnsentEdits(accountId()))) setIsConfirming(true)
    else await signOut()
  }

  return {
    signOut: () => void confirmAndSignOut(),
    isBusy,
    confirmation: {
      isOpen: isConfirming,
      isBusy,
      onConfirm: () => void signOut(),
      onCancel() {
        running.current?.abort()
        setIsConfirming(false)
      },
    },
  }
}
