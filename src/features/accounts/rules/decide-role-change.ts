import type { Role } from '#kernel/roles.ts'

export type RoleDecision =
  | { kind: 'change' }
  | { kind: 'unchanged' }
  | { kind: 'denied' }
  | { kind: 'missing' }
  | { kind: 'own' }
  | { kind: 'last' }

/**
 * Spec §6.
 *
 * @param facts.by the actor's id
 * @param facts.administrators ids, without banned accounts
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
