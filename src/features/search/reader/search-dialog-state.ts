import { useSyncExternalStore } from 'react'

let isOpen = false
let openedFrom: Element | null = null
const listeners = new Set<() => void>()

export function setSearchDialogOpen(open: boolean): void {
  if (open && !isOpen) openedFrom = document.activeElement
  isOpen = open
  for (const notify of listeners) notify()
}

/** Returns the focus, unless a new page has taken it. */
export function restoreFocus(): void {
  if (openedFrom instanceof HTMLElement && document.activeElement === document.body) openedFrom.focus()
}

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
