import { type SubmitEvent, useState } from 'react'
import { Button } from '#ui/office/Button.tsx'
import { Dialog } from '#ui/office/Dialog.tsx'
import { TextArea } from '#ui/office/TextArea.tsx'

type Props = {
  title: string
  text?: string
  label: string
  help?: string
  /** The action, such as "Withdraw". */
  confirmLabel: string
  isRequired?: boolean
  isDangerous?: boolean
  isBusy: boolean
  onConfirm: (note: string) => void
  onClose: () => void
}

/** Confirms an action with a note. */
export function NoteDialog({ title, text, label, help, confirmLabel, isBusy, ...props }: Props) {
  const { isRequired = false, isDangerous = false, onConfirm, onClose } = props
  const [note, setNote] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const isMissing = isRequired && note.trim() === ''

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setIsSubmitted(true)
    if (!isMissing) onConfirm(note.trim())
  }

  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {text && <p className="text-14 text-muted">{text}</p>}
        <TextArea
          label={label}
          data-autofocus
          help={help}
          rows={3}
          maxLength={2_000}
          required={isRequired}
          error={isSubmitted && isMissing ? 'Write a note' : undefined}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant={isDangerous ? 'danger' : 'primary'}
            isBusy={isBusy}
            busyText="Saving..."
          >
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
