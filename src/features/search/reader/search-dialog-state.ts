import { useSyncExternalStore } from 'react'

let isOpen = false
/** The focused element when the dialog was opened. */
let openedFrom: Element | null = null
const listeners = new Set<() => void>()

/** Opens or closes the dialog "Search Articles" (spec section 2). */
export function setSearchDialogOpen(open: boolean): void {
  if (open && !isOpen) openedFrom = document.activeElement
  isOpen = open
  for (const notify of listeners) notify()
}

/** Returns the focus to the element that had it before, unless a new page has taken it. */
export function restoreFocus(): void {
  if (openedFrom instanceof HTMLElement && document.activeElement === document.body) openedFrom.focus()
}

/** Whether the dialog is open. */
export function useSearchDialogOpen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isOpen,
    () => false,
  )
}
