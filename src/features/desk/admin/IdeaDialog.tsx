import { useState } from 'react'
import { useAdmittedAccount } from '#features/access/admin/useCapability.ts'
import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import { PersonSelect } from '#features/drafts/admin/PersonSelect.tsx'
import { useDraftAction } from '#features/drafts/admin/useDraftAction.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { formatLongDay, zoneLabel } from '#kernel/time/zoned-time.ts'
import { FormDialog } from '#ui/admin/forms/FormDialog.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { createIdeaFn } from '../desk.functions.ts'
import { ideaForm, suggestDue } from '../rules/desk-forms.ts'

type Props = {
  /** `YYYY-MM-DD`: the article is due on this day, and assigned to the person. */
  day?: string
  onCreated?: (id: string) => void
  onClose: () => void
}

/** Creates a draft with a headline only (newsroom §2, "Idea"). */
export function IdeaDialog({ day, onCreated, onClose }: Props) {
  const { run, isBusy, cancel, error } = useDraftAction({ isInDialog: true })
  const account = useAdmittedAccount()
  // Retries keep this id, to create one draft.
  const [id] = useState(() => crypto.randomUUID())
  const { unsent, ...form } = useUnsentForm(ideaForm, {
    name: day ? `article-on:${day}` : 'idea',
    defaultValues: {
      title: '',
      assigneeId: day ? (account?.id ?? '') : '',
      due: day ? suggestDue(day, new Date()) : '',
    },
  })

  const submit = form.handleSubmit((typed) =>
    run({
      async send(signal) {
        const outcome = await createIdeaFn({ data: { id, ...typed }, signal })
        return outcome.kind === 'refused' ? outcome : { kind: outcome.kind }
      },
      success: day ? phrase('Article created') : phrase('Idea created'),
      failure: day ? phrase('Failed to create article') : phrase('Failed to create idea'),
      onDone() {
        unsent.end()
        onClose()
        onCreated?.(id)
      },
    }),
  )

  return (
    <FormDialog
      title={day ? phrase('New article on {day}', { day: formatLongDay(day) }) : phrase('New idea')}
      unsent={unsent}
      isChanged={form.formState.isDirty}
      submitLabel={day ? phrase('Create and Open') : phrase('Create Idea')}
      isBusy={isBusy}
      error={error}
      onSubmit={() => void submit()}
      onClose={() => {
        cancel()
        onClose()
      }}
    >
      <TextField label={phrase('Headline')} data-autofocus required {...form.field('title')} />
      <PersonSelect
        label={phrase('Assignee')}
        none={phrase('Choose a person')}
        required
        {...form.field('assigneeId')}
      />
      <TextField
        type="datetime-local"
        label={phrase('Due')}
        help={phrase('Optional. {zone}.', { zone: zoneLabel() })}
        {...form.field('due')}
      />
    </FormDialog>
  )
}
