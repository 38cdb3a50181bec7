import type { Role } from './access.ts'

/** The outcome of a requested role change (spec §6). */
export type RoleDecision =
  | { kind: 'change' }
  | { kind: 'unchanged' }
  /** The actor is not an administrator. */
  | { kind: 'denied' }
  | { kind: 'missing' }
  /** Administrators cannot remove their own role. */
  | { kind: 'own' }
  /** The last administrator cannot be demoted. */
  | { kind: 'last' }

/**
 * Decides on a role change.
 *
 * @param facts.by the actor's id
 * @param facts.target the account to change, if it exists
 * @param facts.administrators the ids of all administrators who are not banned
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
