import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { focusOrReplace } from '../keep-focus.ts'

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
        <Radix.Overlay className="admin-overlay" />
        <Radix.Content
          {...focus}
          onKeyDown={submitWithKey}
          aria-describedby={undefined}
          className={`sheet fixed start-1/2 top-1/2 z-40 flex max-h-[calc(100dvh-(--spacing(8)))] w-[calc(100%-(--spacing(8)))] -translate-1/2 flex-col rtl:translate-x-1/2 ${isWide ? 'max-w-3xl' : 'max-w-md'}`}
        >
          <header className="flex items-center justify-between gap-2 border-b border-rule ps-4 pe-1">
            <Radix.Title className="my-3 line-clamp-3 text-16 font-semibold wrap-anywhere">
              {title}
            </Radix.Title>
            <Radix.Close aria-label={phrase('Close')} className="admin-icon-button shrink-0">
              <X aria-hidden size={18} />
            </Radix.Close>
          </header>
          <div className="min-h-0 overflow-y-auto p-4">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Ctrl+Enter presses the button that submits the dialog or form. */
export function submitWithKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, target, currentTarget } = event
  if (key !== 'Enter' || !(ctrlKey || metaKey) || altKey || shiftKey || event.defaultPrevented) return
  // Portals of React pass on the events of dialogs above this one.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return
  event.preventDefault()
  if (repeat) return
  const form = target.closest('form') ?? currentTarget
  form.querySelector<HTMLElement>('[type="submit"], [data-confirm]')?.click()
}

const FIELD = 'input:not([type="hidden"], [type="file"]), select, textarea'

/** Returns the field to fill in first: of a sign-in whose email address is known, the password. */
function findFirstField(dialog: Element): HTMLElement | undefined {
  const chosen = dialog.querySelector<HTMLElement>('[data-autofocus], [autofocus]')
  if (chosen) return chosen
  const fields = [...dialog.querySelectorAll<HTMLInputElement>(`form :is(${FIELD})`)].filter(
    (field) => !field.disabled && !field.readOnly,
  )
  return fields.find(({ required, value }) => required && value === '') ?? fields[0]
}

/** For a dialog without a trigger, which cannot know where to return the focus. */
export function useReturnFocus() {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement
      const dialog = event.currentTarget as HTMLElement
      const first = findFirstField(dialog)
      if (!first && dialog.role === 'alertdialog') return
      event.preventDefault()
      // Without fields, the keys scroll the text.
      ;(first ?? dialog).focus()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      focusOrReplace(opener.current)
    },
  }
}
