import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { useReturnFocus } from './Dialog.tsx'

type Props<Width> = {
  title: string
  widths: readonly { name: string; width: Width }[]
  initialWidth: Width
  /** Phones show wider pages too, scaled down. */
  hasWidthsOnPhones?: boolean
  onClose: () => void
  children: (width: Width) => ReactNode
}

/** Shows a preview in the whole window, at a width that can be chosen. */
export function PreviewDialog<Width>(props: Props<Width>) {
  const { title, widths, initialWidth, hasWidthsOnPhones, onClose, children } = props
  const focus = useReturnFocus()
  const [width, setWidth] = useState(initialWidth)
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-0 z-40 flex flex-col bg-wash font-sans text-ink"
        >
          <header className="flex flex-wrap items-center gap-2 border-b border-rule bg-paper ps-4 pe-1">
            <Dialog.Title className="my-3 grow text-16 font-semibold">{title}</Dialog.Title>
            <fieldset className={`flex flex-wrap gap-2 ${hasWidthsOnPhones ? '' : 'max-sm:hidden'}`}>
              <legend className="sr-only">{phrase('Width')}</legend>
              {widths.map((choice) => (
                <button
                  key={choice.name}
                  type="button"
                  aria-pressed={choice.width === width}
                  onClick={() => setWidth(choice.width)}
                  className="admin-button aria-pressed:border-ink aria-pressed:bg-wash"
                >
                  {choice.name}
                </button>
              ))}
            </fieldset>
            <Dialog.Close aria-label={phrase('Close')} className="admin-icon-button shrink-0">
              <X aria-hidden size={18} />
            </Dialog.Close>
          </header>
          {children(width)}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
