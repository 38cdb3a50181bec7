import { useQueryClient } from '@tanstack/react-query'
import { isConfirmIdentityError } from '#features/access/rules/recent-authentication.ts'
import { ROLES, type Role } from '#kernel/roles.ts'
import { FormDialog } from '#ui/admin/forms/FormDialog.tsx'
import { useZodForm } from '#ui/admin/forms/useZodForm.ts'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { roleForm } from '../rules/account-forms.ts'
import { changeRoleFn, ROLE_FAILURE } from '../users.functions.ts'
import { useConfirmedIdentity } from './ConfirmIdentityDialog.tsx'

type Props = {
  name: string
  current: Role
  isBusy: boolean
  onChange: (role: Role) => void
  onClose: () => void
}

export function ChangeRoleDialog({ name, current, onChange, ...dialog }: Props) {
  const form = useZodForm(roleForm, { defaultValues: { role: current } })
  return (
    <FormDialog
      {...dialog}
      title={`Change role: ${name}`}
      isChanged={form.formState.isDirty}
      submitLabel="Change Role"
      onSubmit={form.handleSubmit(({ role }) => {
        if (!dialog.isBusy) onChange(role)
      })}
    >
      <RoleField
        roles={ROLES}
        value={form.watch('role')}
        onChange={(role) => form.setValue('role', role, { shouldDirty: true })}
      />
      <p className="text-13 text-muted">
        A new role applies immediately. This user is signed out everywhere and has to sign in again.
      </p>
    </FormDialog>
  )
}

const REASONS = {
  denied: 'Only administrators can change roles.',
  missing: 'This account no longer exists.',
  own: 'You cannot change your own role.',
  last: 'This is the last administrator.',
}

/**
 * Messages: spec §8.
 *
 * @param onSettled called when the dialog can close
 */
export function useChangeRole(onSettled: () => void) {
  const queryClient = useQueryClient()
  const identity = useConfirmedIdentity()
  const { mutate, isPending, cancel } = useCancellableMutation({
    mutationFn: async ({ userId, role }: { userId: string; role: Role }, signal) => {
      const { kind } = await changeRoleFn({ data: { userId, role }, signal })
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

type RoleFieldProps = { roles: readonly Role[]; value: Role; onChange: (role: Role) => void }

/** Follows `rules/access.ts`. */
const ROLE_DESCRIPTIONS: Record<Role, string> = {
  admin: 'Can do everything, including managing users and settings.',
  editor: 'Publishes, edits and withdraws all articles, and manages topics and the newsletter.',
  author: 'Writes their own articles, reads all drafts, and submits articles for review.',
  contributor: 'Writes their own drafts and submits them for review. Sees no other drafts.',
  user: 'Has no access to the admin area.',
}

export function RoleField({ roles, value, onChange }: RoleFieldProps) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="pb-1 text-13 font-semibold">Role</legend>
      {roles.map((role) => (
        <label key={role} className="flex cursor-pointer gap-3 py-1 pointer-coarse:py-2">
          <input
            type="radio"
            name="role"
            value={role}
            checked={role === value}
            onChange={() => onChange(role)}
            className="mt-1 size-4 shrink-0 accent-ink"
          />
          <span>
            <span className="font-semibold">{role}</span>
            <span className="block text-13 text-muted">{ROLE_DESCRIPTIONS[role]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
