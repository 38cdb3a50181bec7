import type { ReactNode, SubmitEvent } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '../Button.tsx'
import { Dialog } from '../dialogs/Dialog.tsx'
import { RestoredNotice, type UnsentInput } from './RestoredNotice.tsx'
import { UnsavedChangesGuard } from './UnsavedChangesGuard.tsx'
import { recovery } from './useFormDrafts.ts'

type Props = {
  title: string
  submitLabel: string
  /** Whether leaving the screen would lose something. */
  isChanged: boolean
  isBusy: boolean
  isDangerous?: boolean
  isWide?: boolean
  error?: string | undefined
  /** If closing does not lose what was typed. */
  unsent?: UnsentInput
  onSubmit: () => void
  onClose: () => void
  /** Other buttons, such as Delete. */
  actions?: ReactNode
  children: ReactNode
}

/** The form validates its fields itself. */
export function FormDialog({ title, submitLabel, isChanged, isBusy, isDangerous = false, ...props }: Props) {
  const { isWide = false, error, unsent, onSubmit, onClose, actions, children } = props

  function submit(event: SubmitEvent) {
    event.preventDefault()
    // React passes it on to a form that renders the dialog.
    event.stopPropagation()
    onSubmit()
  }

  return (
    <Dialog title={title} isOpen isWide={isWide} onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <UnsavedChangesGuard isChanged={isChanged} {...(unsent && { recovery: recovery() })} />
        {unsent && <RestoredNotice unsent={unsent} />}
        {children}
        <div role="alert" className="text-14 font-semibold text-danger empty:hidden">
          {error}
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          {actions}
          <Button
            onClick={() => {
              unsent?.end()
              onClose()
            }}
          >
            {phrase('Cancel')}
          </Button>
          <Button
            type="submit"
            variant={isDangerous ? 'danger' : 'primary'}
            isBusy={isBusy}
            busyText={phrase('Saving...')}
          >
            {submitLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
