import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'

type Props = {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  isWide?: boolean
}

export function Dialog({ title, isOpen, onClose, children, isWide = false }: Props) {
  const focus = useReturnFocus()
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="office-overlay" />
        <Radix.Content
          {...focus}
          aria-describedby={undefined}
          className={`sheet fixed start-1/2 top-1/2 z-40 flex max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] -translate-1/2 flex-col rtl:translate-x-1/2 ${isWide ? 'max-w-3xl' : 'max-w-md'}`}
        >
          <header className="flex items-center justify-between gap-2 border-b border-rule ps-4 pe-1">
            <Radix.Title className="my-3 line-clamp-3 text-16 font-semibold wrap-anywhere">
              {title}
            </Radix.Title>
            <Radix.Close aria-label="Close" className="office-icon-button shrink-0">
              <X aria-hidden size={18} />
            </Radix.Close>
          </header>
          <div className="min-h-0 overflow-y-auto p-4">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** For a dialog without a trigger, which cannot know where to return the focus. Focuses `data-autofocus` first. */
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
