import type { Role } from '#kernel/roles.ts'
import { ROLE_DESCRIPTIONS } from '../rules/role-descriptions.ts'

type Props = { roles: readonly Role[]; value: Role; onChange: (role: Role) => void }

/** Radio buttons with a description of each role. */
export function RoleField({ roles, value, onChange }: Props) {
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
