import { useEffect } from 'react'
import type { Account } from '#features/accounts/rules/access.ts'
import { keepSendingUnsentEdits } from './send-unsent-edits.ts'

/** Sends unsent edits of the account's earlier visits, also those that another role may not make. */
export function useUnsentEdits(account: Account | null): void {
  const { id, role } = account ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: another role may make edits that were refused
  useEffect(() => (id ? keepSendingUnsentEdits(id) : undefined), [id, role])
}
