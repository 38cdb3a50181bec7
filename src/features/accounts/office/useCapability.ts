import { useRouteContext } from '@tanstack/react-router'
import { type Capability, hasCapability } from '../rules/capabilities.ts'

/**
 * Returns a predicate for the capabilities of the account that opened the screen. Like useFollowedAccount, it ignores a
 * new role while there are unsaved changes, so that their form stays open.
 */
export function useCapability(): (capability: Capability) => boolean {
  const account = useRouteContext({ strict: false, select: ({ account }) => account })
  return (capability) => !!account && hasCapability(account, capability)
}
