import * as z from 'zod'
import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import { FormDialog } from '#ui/admin/forms/FormDialog.tsx'
import { TextArea } from '#ui/admin/forms/TextArea.tsx'
import { note, requiredNote } from '../rules/publication-forms.ts'

type Props = {
  /** See `useUnsentForm`. */
  name: string
  title: string
  text?: string
  label: string
  help?: string
  confirmLabel: string
  isRequired?: boolean
  isDangerous?: boolean
  isBusy: boolean
  error?: string | undefined
  /** Calls `onSent` before the dialog closes. */
  onConfirm: (note: string, onSent: () => void) => void
  onClose: () => void
}

export function NoteDialog({
  name,
  text,
  label,
  help,
  confirmLabel,
  isRequired = false,
  onConfirm,
  ...dialog
}: Props) {
  const schema = z.object({ note: isRequired ? requiredNote : note })
  const { unsent, ...form } = useUnsentForm(schema, { name, defaultValues: { note: '' } })
  return (
    <FormDialog
      {...dialog}
      unsent={unsent}
      isChanged={form.formState.isDirty}
      submitLabel={confirmLabel}
      onSubmit={form.handleSubmit((typed) => onConfirm(typed.note.trim(), unsent.end))}
    >
      {text && <p className="text-14 text-muted">{text}</p>}
      <TextArea
        label={label}
        data-autofocus
        help={help}
        rows={3}
        maxLength={2_000}
        required={isRequired}
        {...form.field('note')}
      />
    </FormDialog>
  )
}
