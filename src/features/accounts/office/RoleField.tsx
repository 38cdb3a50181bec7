import type { Role } from '#kernel/roles.ts'

type Props = { roles: readonly Role[]; value: Role; onChange: (role: Role) => void }

/** `capabilities.ts` defines what each role may do. */
const ROLE_DESCRIPTIONS: Record<Role, string> = {
  admin: 'Can do everything, including users and settings.',
  editor: 'Publishes, edits and withdraws all articles, and manages the newsletter.',
  author: 'Writes their own articles, reads all drafts, and submits articles for review.',
  contributor: 'Writes their own drafts and submits them for review. Sees no other drafts.',
  user: 'Has no access to the back office.',
}

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
