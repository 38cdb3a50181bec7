type Role = 'admin' | 'user'

/** What comes of the wish to give an account another role (spec §6). */
export type RoleDecision =
  | { kind: 'change' }
  | { kind: 'unchanged' }
  /** Only administrators change roles. */
  | { kind: 'denied' }
  | { kind: 'missing' }
  /** Nobody takes their own privileges away by mistake. */
  | { kind: 'own' }
  /** Somebody has to be left who can give them back. */
  | { kind: 'last' }

/**
 * Decides on a change of role, from what is true at that moment.
 *
 * @param facts.administrators the ids of all who are administrators and not banned
 * @param facts.target the account that is to be changed, where there is one
 */
export function decideRoleChange(facts: {
  by: string
  target: { id: string; role: Role } | undefined
  role: Role
  administrators: ReadonlySet<string>
}): RoleDecision {
  const { by, target, role, administrators } = facts
  if (!administrators.has(by)) return { kind: 'denied' }
  if (!target) return { kind: 'missing' }
  if (target.role === role) return { kind: 'unchanged' }
  if (role === 'admin') return { kind: 'change' }
  if (administrators.has(target.id) && administrators.size === 1) return { kind: 'last' }
  return target.id === by ? { kind: 'own' } : { kind: 'change' }
}
