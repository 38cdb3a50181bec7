import { useRouteContext } from '@tanstack/react-router'
import { type Capability, hasCapability } from '../rules/capabilities.ts'

/**
 * Uses the account that opened the screen. Like useFollowedAccount, it ignores a new role while there are unsaved
 * changes.
 */
export function useCapability(): (capability: Capability) => boolean {
  const account = useRouteContext({ strict: false, select: ({ account }) => account })
  return (capability) => !!account && hasCapability(account, capability)
}
