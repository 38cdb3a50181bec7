import { useRouteContext } from '@tanstack/react-router'
import { type Account, type Capability, hasCapability } from '../rules/access.ts'

/** Returns the account that opened the screen. It stays when the session ends, until another account signs in. */
export function useAdmittedAccount(): Account | null | undefined {
  return useRouteContext({ strict: false, select: ({ account }) => account })
}

/**
 * Uses the account that opened the screen. Like useFollowedAccount, it ignores a new role while there are unsaved
 * changes.
 */
export function useCapability(): (capability: Capability) => boolean {
  const account = useAdmittedAccount()
  return (capability) => !!account && hasCapability(account, capability)
}
