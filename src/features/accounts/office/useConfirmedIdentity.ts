import { useState } from 'react'

/** Repeats a rejected change once the identity is confirmed, for ConfirmIdentityDialog. */
export function useConfirmedIdentity() {
  const [repeat, setRepeat] = useState<() => void>()
  return {
    /** @param change called when the identity is confirmed */
    request: (change: () => void) => setRepeat(() => change),
    dialog: {
      isOpen: repeat !== undefined,
      onConfirmed() {
        setRepeat(undefined)
        repeat?.()
      },
      onCancel: () => setRepeat(undefined),
    },
  }
}
