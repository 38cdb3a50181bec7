import { useRef, useState } from 'react'

/** Repeats a rejected change once the identity is confirmed, for ConfirmIdentityDialog. */
export function useConfirmedIdentity() {
  const [isOpen, setIsOpen] = useState(false)
  // A confirmation that is still running must not repeat a change that was cancelled since.
  const repeat = useRef<() => void>(undefined)

  function close(): typeof repeat.current {
    const change = repeat.current
    repeat.current = undefined
    setIsOpen(false)
    return change
  }

  return {
    /** @param change called when the identity is confirmed */
    request(change: () => void) {
      repeat.current = change
      setIsOpen(true)
    },
    dialog: {
      isOpen,
      onConfirmed: () => close()?.(),
      onCancel: () => void close(),
    },
  }
}
