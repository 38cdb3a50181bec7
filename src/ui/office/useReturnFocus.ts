import { useRef } from 'react'

/**
 * Gives the focus back, when a dialog closes, to what had it when the dialog opened: without a trigger of its own, a dialog does
 * not know what that was. To be spread on its content.
 */
export function useReturnFocus() {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}
