import { useSyncExternalStore } from 'react'

let isOpen = false
/** What had the focus when the dialog opened. */
let opener: Element | null = null
const listeners = new Set<() => void>()

/** Opens or closes the dialog "Search Articles" (spec §2), of which there is one. */
export function setSearchDialog(open: boolean): void {
  if (open && !isOpen) opener = document.activeElement
  isOpen = open
  for (const tell of listeners) tell()
}

/** Gives the focus back to what had it before the dialog, unless a new page has taken it. */
export function returnFocus(): void {
  if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus()
}

/** Whether the dialog is open. */
export function useSearchDialog(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isOpen,
    () => false,
  )
}
