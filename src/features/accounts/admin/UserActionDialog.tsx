import { useQueryClient } from '@tanstack/react-query'
import { isConfirmIdentityError } from '#features/access/rules/recent-authentication.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { ConfirmIdentityDialog, useConfirmedIdentity } from './ConfirmIdentityDialog.tsx'

export type User = { id: string; name: string }

type Props = {
  user: User | undefined
  title: (name: string) => string
  text: string
  confirmLabel: string
  isDangerous?: boolean
  failure: string
  /** @returns the message of success, or null if the server refused */
  send: (user: User, signal: AbortSignal) => Promise<{ title: string; text: string } | null>
  onClose: () => void
}

/** Asks before an action on a user that requires a recent proof of identity. Open while there is a user. */
export function UserActionDialog({ user, title, failure, send, onClose, ...dialog }: Props) {
  const queryClient = useQueryClient()
  const identity = useConfirmedIdentity()
  const { mutate, isPending, cancel } = useCancellableMutation({
    mutationFn: send,
    onSuccess(message) {
      void queryClient.invalidateQueries({ queryKey: ['admin', 'users'] })
      void showToast(message ?? { title: phrase('Error'), text: failure, isError: true })
    },
    onError(error, target) {
      if (isConfirmIdentityError(error)) return identity.request(() => mutate(target))
      showFailure(error, failure)
    },
    onSettled: onClose,
  })
  return (
    <>
      <ConfirmDialog
        {...dialog}
        title={user ? title(user.name) : ''}
        isOpen={user !== undefined}
        isBusy={isPending}
        onConfirm={() => user && mutate(user)}
        onCancel={() => {
          cancel()
          onClose()
        }}
      />
      <ConfirmIdentityDialog {...identity.dialog} />
    </>
  )
}
