import { useRouteContext } from '@tanstack/react-router'
import { type Account, type Capability, hasCapability } from '../rules/access.ts'

/** The account that opened the screen stays when the session ends, until another one signs in. */
export function useAdmittedAccount(): Account | null | undefined {
  return useRouteContext({ strict: false, select: ({ account }) => account })
}

/** Like useFollowedAccount, ignores a new role while there are unsaved changes. */
export function useCapability(): (capability: Capability) => boolean {
  const account = useAdmittedAccount()
  return (capability) => !!account && hasCapability(account, capability)
}
