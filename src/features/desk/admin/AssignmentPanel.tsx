import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import { PersonSelect } from '#features/drafts/admin/PersonSelect.tsx'
import { useDraftAction } from '#features/drafts/admin/useDraftAction.ts'
import { staffQuery } from '#features/drafts/drafts.functions.ts'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { zoneLabel } from '#kernel/time/zoned-time.ts'
import { Button } from '#ui/admin/Button.tsx'
import { RestoredNotice } from '#ui/admin/forms/RestoredNotice.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { UnsavedChangesGuard } from '#ui/admin/forms/UnsavedChangesGuard.tsx'
import { recovery } from '#ui/admin/forms/useFormDrafts.ts'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { Moment } from '#ui/admin/Moment.tsx'
import { assignDraftFn, assignmentQuery } from '../desk.functions.ts'
import { assignmentForm, toAssignmentForm } from '../rules/desk-forms.ts'

type Props = { id: string; onSaved?: () => void }
type Assignment = { assigneeId: string | null; dueAt: string | null; canAssign: boolean }

export function AssignmentPanel({ id, onSaved }: Props) {
  return (
    <LoadState query={useQuery(assignmentQuery(id))} failure={phrase('Failed to fetch assignment')}>
      {(assignment) =>
        assignment?.canAssign ? (
          <AssignmentForm
            key={JSON.stringify(assignment)}
            id={id}
            assignment={assignment}
            onSaved={onSaved}
          />
        ) : (
          <AssignmentText assignment={assignment} />
        )
      }
    </LoadState>
  )
}

function AssignmentText({ assignment }: { assignment: Assignment | null }) {
  const { data: staff } = useQuery({ ...staffQuery, enabled: false })
  const name = staff?.find(({ id }) => id === assignment?.assigneeId)?.name
  return (
    <p className="text-14 text-muted">
      {!assignment?.assigneeId
        ? phrase('Not assigned')
        : name
          ? phrase('Assigned to {name}', { name })
          : phrase('Assigned')}
      {assignment?.dueAt && (
        <>, {phraseParts('due {time}', { time: <Moment key="time" at={assignment.dueAt} /> })}</>
      )}
    </p>
  )
}

function AssignmentForm({ id, assignment, onSaved }: Props & { assignment: Assignment }) {
  const queryClient = useQueryClient()
  const { run, isBusy } = useDraftAction()
  const { unsent, ...form } = useUnsentForm(assignmentForm, {
    name: `assignment:${id}`,
    defaultValues: toAssignmentForm(assignment.assigneeId, assignment.dueAt),
  })

  const submit = form.handleSubmit((typed) =>
    run({
      async send(signal) {
        const outcome = await assignDraftFn({ data: { id, ...typed }, signal })
        return outcome.kind === 'refused' ? outcome : { kind: outcome.kind }
      },
      success: phrase('Assignment saved'),
      failure: phrase('Failed to assign article'),
      onDone() {
        unsent.end()
        form.reset(typed)
        void queryClient.invalidateQueries({ queryKey: ['admin', 'my-work'] })
        onSaved?.()
      },
    }),
  )

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <UnsavedChangesGuard isChanged={form.formState.isDirty} parameter="article" recovery={recovery()} />
      <RestoredNotice unsent={unsent} />
      <PersonSelect label={phrase('Assignee')} none={phrase('Nobody')} {...form.field('assigneeId')} />
      <TextField
        type="datetime-local"
        label={phrase('Due')}
        help={phrase('Optional. {zone}.', { zone: zoneLabel() })}
        {...form.field('due')}
      />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" isBusy={isBusy} busyText={phrase('Saving...')}>
          {phrase('Save Assignment')}
        </Button>
      </div>
    </form>
  )
}
