import { useState } from 'react'
import { FormDialog } from '#ui/office/FormDialog.tsx'
import { TextField } from '#ui/office/TextField.tsx'
import { useZodForm } from '#ui/office/useZodForm.ts'
import { createIdeaFn } from '../desk.functions.ts'
import { ideaForm } from '../rules/desk-forms.ts'
import { PersonSelect } from './PersonSelect.tsx'
import { useDraftAction } from './useDraftAction.ts'

/** Creates a draft with a headline only (newsroom §2, "Idea"). */
export function IdeaDialog({ onClose }: { onClose: () => void }) {
  const { run, isBusy, cancel, error } = useDraftAction({ isInDialog: true })
  // Retries keep this id, to create one draft.
  const [id] = useState(() => crypto.randomUUID())
  const form = useZodForm(ideaForm, { defaultValues: { title: '', assigneeId: '', due: '' } })

  const submit = form.handleSubmit((typed) =>
    run({
      async send(signal) {
        const outcome = await createIdeaFn({ data: { id, ...typed }, signal })
        return outcome.kind === 'refused' ? outcome : { kind: outcome.kind }
      },
      success: 'Idea created',
      failure: 'Failed to create idea',
      onDone: onClose,
    }),
  )

  return (
    <FormDialog
      title="New idea"
      isChanged={form.formState.isDirty}
      submitLabel="Create Idea"
      isBusy={isBusy}
      error={error}
      onSubmit={() => void submit()}
      onClose={() => {
        cancel()
        onClose()
      }}
    >
      <TextField label="Headline" data-autofocus required {...form.field('title')} />
      <PersonSelect label="Assignee" none="Choose a person" required {...form.field('assigneeId')} />
      <TextField type="datetime-local" label="Due" help="Optional. London time." {...form.field('due')} />
    </FormDialog>
  )
}
