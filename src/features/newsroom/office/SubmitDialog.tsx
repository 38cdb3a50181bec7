import { CORRECTION_KINDS, CORRECTION_LABELS } from '#kernel/newsroom-states.ts'
import { FormDialog } from '#ui/office/FormDialog.tsx'
import { Select } from '#ui/office/Select.tsx'
import { TextArea } from '#ui/office/TextArea.tsx'
import { useZodForm } from '#ui/office/useZodForm.ts'
import { type Correction, submitForm } from '../rules/publication-forms.ts'

type Props = {
  /** Only published articles have corrections. */
  isPublished: boolean
  isBusy: boolean
  error: string | undefined
  onSubmit: (note: string, correction: Correction | null) => void
  onClose: () => void
}

export function SubmitDialog({ isPublished, onSubmit, ...dialog }: Props) {
  const form = useZodForm(submitForm, {
    defaultValues: { note: '', correctionKind: 'none', correctionText: '' },
  })
  const hasCorrection = form.watch('correctionKind') !== 'none'
  return (
    <FormDialog
      {...dialog}
      title="Submit for review"
      isChanged={form.formState.isDirty}
      submitLabel="Submit for Review"
      onSubmit={form.handleSubmit((typed) => {
        const { note, correctionKind: kind, correctionText: text } = submitForm.parse(typed)
        onSubmit(note, kind === 'none' ? null : { kind, text })
      })}
    >
      <p className="text-14 text-muted">Saves the article and lists it under “To review”.</p>
      <TextArea
        label="Note to the reviewer"
        data-autofocus
        rows={3}
        maxLength={2_000}
        {...form.field('note')}
      />
      {isPublished && (
        <Select label="Public correction" {...form.field('correctionKind')}>
          <option value="none">None</option>
          {CORRECTION_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {CORRECTION_LABELS[kind]}
            </option>
          ))}
        </Select>
      )}
      {hasCorrection && (
        <TextArea
          required
          label="Text of the correction"
          rows={4}
          maxLength={5_000}
          help="Public. It is reviewed and published with the article."
          {...form.field('correctionText')}
        />
      )}
    </FormDialog>
  )
}
