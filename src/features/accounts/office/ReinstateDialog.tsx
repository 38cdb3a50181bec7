import { useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '#ui/office/ConfirmDialog.tsx'
import { useCancellableMutation } from '#ui/office/useCancellableMutation.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { isConfirmIdentityError } from '../rules/recent-authentication.ts'
import { REINSTATE_FAILURE, reinstateFn } from '../users.functions.ts'
import { ConfirmIdentityDialog, useConfirmedIdentity } from './ConfirmIdentityDialog.tsx'

type User = { id: string; name: string }
type Props = { user: User | undefined; onClose: () => void }

/** Open while there is a user. */
export function ReinstateDialog({ user, onClose }: Props) {
  const queryClient = useQueryClient()
  const identity = useConfirmedIdentity()
  const { mutate, isPending, cancel } = useCancellableMutation({
    mutationFn: ({ id }: User, signal) => reinstateFn({ data: { userId: id }, signal }),
    onSuccess({ kind }, { name }) {
      void queryClient.invalidateQueries({ queryKey: ['admin', 'users'] })
      void showToast(
        kind === 'reinstated' || kind === 'unchanged'
          ? { title: 'User reinstated', text: name }
          : { title: 'Error', text: REINSTATE_FAILURE, isError: true },
      )
    },
    onError(error, target) {
      if (isConfirmIdentityError(error)) return identity.request(() => mutate(target))
      showFailure(error, REINSTATE_FAILURE)
    },
    onSettled: onClose,
  })
  return (
    <>
      <ConfirmDialog
        title={user ? `Reinstate ${user.name}?` : ''}
        text="This user can sign in again, with the same role, password and passkeys. Articles that were transferred are not returned."
        confirmLabel="Reinstate"
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
