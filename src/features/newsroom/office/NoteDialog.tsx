import * as z from 'zod'
import { FormDialog } from '#ui/office/FormDialog.tsx'
import { TextArea } from '#ui/office/TextArea.tsx'
import { useZodForm } from '#ui/office/useZodForm.ts'
import { note, requiredNote } from '../rules/publication-forms.ts'

type Props = {
  title: string
  text?: string
  label: string
  help?: string
  confirmLabel: string
  isRequired?: boolean
  isDangerous?: boolean
  isBusy: boolean
  error?: string | undefined
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
  const schema = z.object({ note: isRequired ? requiredNote : note })
  const form = useZodForm(schema, { defaultValues: { note: '' } })
  return (
    <FormDialog
      {...dialog}
      isChanged={form.formState.isDirty}
      submitLabel={confirmLabel}
      onSubmit={form.handleSubmit((typed) => onConfirm(typed.note.trim()))}
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
