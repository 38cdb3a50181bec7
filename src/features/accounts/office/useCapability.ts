import { type Capability, hasCapability } from '../rules/capabilities.ts'
import { useAdmittedAccount } from './useAdmittedAccount.ts'

/**
 * Uses the account that opened the screen. Like useFollowedAccount, it ignores a new role while there are unsaved
 * changes.
 */
export function useCapability(): (capability: Capability) => boolean {
  const account = useAdmittedAccount()
  return (capability) => !!account && hasCapability(account, capability)
}
