import { useRef, useState } from 'react'

/** Repeats a rejected change once ConfirmIdentityDialog confirms the identity. */
export function useConfirmedIdentity() {
  const [isOpen, setIsOpen] = useState(false)
  // A late confirmation must not repeat a cancelled change.
  const repeat = useRef<() => void>(undefined)

  function close(): typeof repeat.current {
    const change = repeat.current
    repeat.current = undefined
    setIsOpen(false)
    return change
  }

  return {
    /** @param change called once confirmed */
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
