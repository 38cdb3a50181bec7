import { useState } from 'react'
import { FormDialog } from '#ui/office/FormDialog.tsx'
import { TextArea } from '#ui/office/TextArea.tsx'

type Props = {
  title: string
  text?: string
  label: string
  help?: string
  confirmLabel: string
  isRequired?: boolean
  isDangerous?: boolean
  isBusy: boolean
  problem?: string | undefined
  onConfirm: (note: string) => void
  onClose: () => void
}

export function NoteDialog({
  text,
  label,
  help,
  confirmLabel,
  isRequired = false,
  onConfirm,
  ...dialog
}: Props) {
  const [note, setNote] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const isMissing = isRequired && note.trim() === ''

  function submit() {
    setIsSubmitted(true)
    if (!isMissing) onConfirm(note.trim())
  }

  return (
    <FormDialog {...dialog} submitLabel={confirmLabel} onSubmit={submit}>
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
    </FormDialog>
  )
}
