import { ROLES, type Role } from '#kernel/roles.ts'
import { FormDialog } from '#ui/office/FormDialog.tsx'
import { useZodForm } from '#ui/office/useZodForm.ts'
import { roleForm } from '../rules/account-forms.ts'
import { RoleField } from './RoleField.tsx'

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
