import { useState } from 'react'
import { ROLES, type Role } from '#kernel/roles.ts'
import { Button } from '#ui/office/Button.tsx'
import { Dialog } from '#ui/office/Dialog.tsx'
import { RoleField } from './RoleField.tsx'

type Props = {
  name: string
  current: Role
  isBusy: boolean
  onChange: (role: Role) => void
  onClose: () => void
}

export function ChangeRoleDialog({ name, current, isBusy, onChange, onClose }: Props) {
  const [role, setRole] = useState(current)
  return (
    <Dialog title={`Change role: ${name}`} isOpen onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) onChange(role)
        }}
        className="flex flex-col gap-4 text-14"
      >
        <RoleField roles={ROLES} value={role} onChange={setRole} />
        <p className="text-13 text-muted">
          A new role applies immediately. This user is signed out everywhere and has to sign in again.
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={isBusy} busyText="Saving...">
            Change Role
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
