import { useRouteContext } from '@tanstack/react-router'
import { type Capability, hasCapability } from '../rules/capabilities.ts'

/**
 * Returns a function that tells whether the account that opened the screen has a capability. As useFollowedAccount does, it
 * ignores a new role while there are unsaved changes, so that their form stays open.
 */
export function useCapability(): (capability: Capability) => boolean {
  const account = useRouteContext({ strict: false, select: ({ account }) => account })
  return (capability) => !!account && hasCapability(account, capability)
}
