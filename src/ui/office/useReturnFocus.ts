import { useRef } from 'react'

/**
 * Props for a dialog's content: without a trigger, a dialog does not know which element to focus when it
 * closes. It opens with the focus on the element with the attribute `data-autofocus`, if there is one.
 */
export function useReturnFocus() {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement
      const first = (event.currentTarget as Element).querySelector<HTMLElement>('[data-autofocus]')
      if (!first) return
      event.preventDefault()
      first.focus()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}
