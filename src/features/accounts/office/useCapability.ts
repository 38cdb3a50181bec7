import { useQuery } from '@tanstack/react-query'
import { type Capability, hasCapability } from '../rules/capabilities.ts'
import { accountQuery } from '../session.functions.ts'

/** Returns a function that tells whether the signed-in account has a capability. */
export function useCapability(): (capability: Capability) => boolean {
  const { data: account } = useQuery(accountQuery)
  return (capability) => !!account && hasCapability(account, capability)
}
