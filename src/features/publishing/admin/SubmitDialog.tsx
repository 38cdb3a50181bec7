import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import { type Correction, submitForm } from '#features/drafts/rules/publication-forms.ts'
import { correctionLabels } from '#features/drafts/rules/publish-labels.ts'
import { CORRECTION_KINDS } from '#kernel/newsroom-states.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { FormDialog } from '#ui/admin/forms/FormDialog.tsx'
import { Select } from '#ui/admin/forms/Select.tsx'
import { TextArea } from '#ui/admin/forms/TextArea.tsx'

type Props = {
  articleId: string
  /** Only published articles have corrections. */
  isPublished: boolean
  isBusy: boolean
  error: string | undefined
  /** Calls `onSent` before the dialog closes. */
  onSubmit: (note: string, correction: Correction | null, onSent: () => void) => void
  onClose: () => void
}

export function SubmitDialog({ articleId, isPublished, onSubmit, ...dialog }: Props) {
  const { unsent, ...form } = useUnsentForm(submitForm, {
    name: `submit:${articleId}`,
    defaultValues: { note: '', correctionKind: 'none', correctionText: '' },
  })
  const hasCorrection = form.watch('correctionKind') !== 'none'
  return (
    <FormDialog
      {...dialog}
      title={phrase('Submit for review')}
      unsent={unsent}
      isChanged={form.formState.isDirty}
      submitLabel={phrase('Submit for Review')}
      onSubmit={form.handleSubmit((typed) => {
        const { note, correctionKind: kind, correctionText: text } = submitForm.parse(typed)
        onSubmit(note, kind === 'none' ? null : { kind, text }, unsent.end)
      })}
    >
      <p className="text-14 text-muted">{phrase('Saves the article and lists it under “To review”.')}</p>
      <TextArea
        label={phrase('Note to the reviewer')}
        data-autofocus
        rows={3}
        maxLength={2_000}
        {...form.field('note')}
      />
      {isPublished && (
        <Select label={phrase('Public correction')} {...form.field('correctionKind')}>
          <option value="none">{phrase('None')}</option>
          {CORRECTION_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {correctionLabels()[kind]}
            </option>
          ))}
        </Select>
      )}
      {hasCorrection && (
        <TextArea
          required
          label={phrase('Text of the correction')}
          rows={4}
          maxLength={5_000}
          help={phrase('Public. It is reviewed and published with the article.')}
          {...form.field('correctionText')}
        />
      )}
    </FormDialog>
  )
}
