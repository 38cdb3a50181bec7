import { useQueryClient } from '@tanstack/react-query'
import { isConfirmIdentityError } from '#features/access/rules/recent-authentication.ts'
import { ROLES, type Role } from '#kernel/roles.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { FormDialog } from '#ui/admin/forms/FormDialog.tsx'
import { useZodForm } from '#ui/admin/forms/useZodForm.ts'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { roleForm } from '../rules/account-forms.ts'
import { changeRoleFn, roleFailure } from '../users.functions.ts'
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
      title={phrase('Change role: {name}', { name })}
      isChanged={form.formState.isDirty}
      submitLabel={phrase('Change Role')}
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
        {phrase(
          'A new role applies immediately. This user is signed out everywhere and has to sign in again.',
        )}
      </p>
    </FormDialog>
  )
}

const reasons = () => ({
  denied: phrase('Only administrators can change roles.'),
  missing: phrase('This account no longer exists.'),
  own: phrase('You cannot change your own role.'),
  last: phrase('This is the last administrator.'),
})

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
        ? { title: phrase('Success'), text: phrase('User role updated to {role}', { role }) }
        : { title: phrase('Error'), text: `${roleFailure()}. ${reasons()[kind]}`, isError: true }
    },
    onSuccess: (message) => void showToast(message),
    onError(error, change) {
      if (isConfirmIdentityError(error)) return identity.request(() => mutate(change))
      showFailure(error, roleFailure())
    },
    onSettled,
  })
  return { mutate, cancel, isBusy: isPending, identityDialog: identity.dialog }
}

type RoleFieldProps = { roles: readonly Role[]; value: Role; onChange: (role: Role) => void }

/** Follows `rules/access.ts`. */
const roleDescriptions = (): Record<Role, string> => ({
  admin: phrase('Can do everything, including managing users and settings.'),
  editor: phrase('Publishes, edits and withdraws all articles, and manages topics and the newsletter.'),
  author: phrase('Writes their own articles, reads all drafts, and submits articles for review.'),
  contributor: phrase('Writes their own drafts and submits them for review. Sees no other drafts.'),
  user: phrase('Has no access to the admin area.'),
})

export function RoleField({ roles, value, onChange }: RoleFieldProps) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="pb-1 text-13 font-semibold">{phrase('Role')}</legend>
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
            <span className="block text-13 text-muted">{roleDescriptions()[role]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
