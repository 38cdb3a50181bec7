import { useEffect } from 'react'
import { keepSendingUnsentEdits } from './send-unsent-edits.ts'

/** Sends unsent edits of the account's earlier visits. */
export function useUnsentEdits(owner: string | undefined): void {
  useEffect(() => (owner ? keepSendingUnsentEdits(owner) : undefined), [owner])
}
