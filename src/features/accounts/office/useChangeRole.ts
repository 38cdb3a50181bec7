import { useQueryClient } from '@tanstack/react-query'
import type { Role } from '#kernel/roles.ts'
import { useCancellableMutation } from '#ui/office/useCancellableMutation.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { isConfirmIdentityError } from '../rules/recent-authentication.ts'
import { postRole, ROLE_FAILURE } from '../users.functions.ts'
import { useConfirmedIdentity } from './useConfirmedIdentity.ts'

const REASONS = {
  denied: 'Only administrators can change roles.',
  missing: 'This account no longer exists.',
  own: 'You cannot change your own role.',
  last: 'This is the last administrator.',
}

/**
 * Uses the messages of spec §8.
 *
 * @param onSettled called when the dialog can close
 */
export function useChangeRole(onSettled: () => void) {
  const queryClient = useQueryClient()
  const identity = useConfirmedIdentity()
  const { mutate, isPending, cancel } = useCancellableMutation({
    mutationFn: async ({ userId, role }: { userId: string; role: Role }, signal) => {
      const { kind } = await postRole({ data: { userId, role }, signal })
      void queryClient.invalidateQueries({ queryKey: ['admin', 'users'] })
      return kind === 'change' || kind === 'unchanged'
        ? { title: 'Success', text: `User role updated to ${role}` }
        : { title: 'Error', text: `${ROLE_FAILURE}. ${REASONS[kind]}`, isError: true }
    },
    onSuccess: (message) => void showToast(message),
    onError(error, change) {
      if (isConfirmIdentityError(error)) return identity.request(() => mutate(change))
      showFailure(error, ROLE_FAILURE)
    },
    onSettled,
  })
  return { mutate, cancel, isBusy: isPending, identityDialog: identity.dialog }
}
