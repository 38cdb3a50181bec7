import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useState } from 'react'
import type { ArticleForm } from '#features/drafts/rules/article-fields.ts'
import { useReturnFocus } from '#ui/admin/Dialog.tsx'
import { PreviewFrame } from './PreviewFrame.tsx'

const WIDTHS = [
  { name: 'Phone', width: '23.5rem' },
  { name: 'Tablet', width: '48rem' },
  { name: 'Full width', width: '100%' },
] as const

type Props = { form: ArticleForm; id?: string | undefined; onClose: () => void }

/** The preview on the whole window, at the width of a phone, a tablet or the window. */
export function FullPreviewDialog({ form, id, onClose }: Props) {
  const focus = useReturnFocus()
  const [width, setWidth] = useState<string>('100%')
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-0 z-40 flex flex-col bg-wash font-sans text-ink"
        >
          <header className="flex flex-wrap items-center gap-2 border-b border-rule bg-paper ps-4 pe-1">
            <Dialog.Title className="my-3 grow text-16 font-semibold">Preview</Dialog.Title>
            <fieldset className="flex flex-wrap gap-2 max-sm:hidden">
              <legend className="sr-only">Width</legend>
              {WIDTHS.map((choice) => (
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
            <Dialog.Close aria-label="Close" className="admin-icon-button shrink-0">
              <X aria-hidden size={18} />
            </Dialog.Close>
          </header>
          <div className="mx-auto flex min-h-0 max-w-full flex-1" style={{ width }}>
            <PreviewFrame title="Preview of the article" form={form} id={id} isFilling />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
