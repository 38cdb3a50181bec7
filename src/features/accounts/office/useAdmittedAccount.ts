import { useRouteContext } from '@tanstack/react-router'
import type { Account } from '../rules/access.ts'

/** Returns the account that opened the screen. It stays when the session ends, until another account signs in. */
export function useAdmittedAccount(): Account | null | undefined {
  return useRouteContext({ strict: false, select: ({ account }) => account })
}
