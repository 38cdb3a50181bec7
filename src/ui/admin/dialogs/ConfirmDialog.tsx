import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '../Button.tsx'
import { submitWithKey, useReturnFocus } from './Dialog.tsx'

type Props = {
  title: string
  text?: ReactNode
  confirmLabel: string
  /** Replaces "Cancel" where that would be ambiguous. */
  cancelLabel?: string
  isOpen: boolean
  isBusy?: boolean
  isDangerous?: boolean
  /** Why the last attempt failed. */
  error?: string | undefined
  /** Further choices. */
  children?: ReactNode
  onConfirm: () => void
  onCancel: () => void
}

/** The parent closes it. */
export function ConfirmDialog({
  title,
  text,
  confirmLabel,
  cancelLabel = phrase('Cancel'),
  isOpen,
  isBusy,
  isDangerous = false,
  error,
  children,
  onConfirm,
  onCancel,
}: Props) {
  const focus = useReturnFocus()
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => open || onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="admin-overlay" />
        <AlertDialog.Content
          {...focus}
          onKeyDown={submitWithKey}
          {...(text ? {} : { 'aria-describedby': undefined })}
          className="sheet fixed start-1/2 top-1/2 z-40 max-h-[calc(100dvh-(--spacing(8)))] overflow-y-auto w-[calc(100%-(--spacing(8)))] max-w-md -translate-1/2 p-5 rtl:translate-x-1/2"
        >
          <AlertDialog.Title className="text-16 font-semibold">{title}</AlertDialog.Title>
          {text && (
            <AlertDialog.Description className="pt-2 text-14 wrap-anywhere text-muted">
              {text}
            </AlertDialog.Description>
          )}
          {children}
          <div role="alert" className="pt-3 text-14 font-semibold wrap-anywhere text-danger empty:hidden">
            {error}
          </div>
          <div className="flex flex-wrap justify-end gap-2 pt-5">
            <AlertDialog.Cancel asChild>
              <Button>{cancelLabel}</Button>
            </AlertDialog.Cancel>
            <Button
              data-confirm
              variant={isDangerous ? 'danger' : 'primary'}
              isBusy={isBusy}
              onClick={onConfirm}
            >
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
