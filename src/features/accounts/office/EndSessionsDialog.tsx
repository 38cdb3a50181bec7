import { useQueryClient } from '@tanstack/react-query'
import { formatCount } from '#kernel/format-count.ts'
import { ConfirmDialog } from '#ui/office/ConfirmDialog.tsx'
import { useCancellableMutation } from '#ui/office/useCancellableMutation.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { isConfirmIdentityError } from '../rules/recent-authentication.ts'
import { END_SESSIONS_FAILURE, endSessionsFn } from '../users.functions.ts'
import { ConfirmIdentityDialog, useConfirmedIdentity } from './ConfirmIdentityDialog.tsx'

type User = { id: string; name: string }
type Props = { user: User | undefined; onClose: () => void }

/** Open while there is a user. */
export function EndSessionsDialog({ user, onClose }: Props) {
  const queryClient = useQueryClient()
  const identity = useConfirmedIdentity()
  const { mutate, isPending, cancel } = useCancellableMutation({
    mutationFn: ({ id }: User, signal) => endSessionsFn({ data: { userId: id }, signal }),
    onSuccess(result, { name }) {
      void queryClient.invalidateQueries({ queryKey: ['admin', 'users'] })
      void showToast(
        result.kind === 'ended'
          ? { title: 'Success', text: describeEnded(result.count, name) }
          : { title: 'Error', text: END_SESSIONS_FAILURE, isError: true },
      )
    },
    onError(error, target) {
      if (isConfirmIdentityError(error)) return identity.request(() => mutate(target))
      showFailure(error, END_SESSIONS_FAILURE)
    },
    onSettled: onClose,
  })
  return (
    <>
      <ConfirmDialog
        title={user ? `End all sessions of ${user.name}?` : ''}
        text="This user is signed out everywhere immediately, and can sign in again."
        confirmLabel="End Sessions"
        isDangerous
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

function describeEnded(count: number, name: string): string {
  if (count === 0) return `${name} was not signed in`
  return `${name} was signed out of ${formatCount(count, 'session')}`
}
