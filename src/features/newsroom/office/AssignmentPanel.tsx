import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { formatDayAndTime } from '#kernel/dates.ts'
import { parseLondonInput, toLondonInput } from '#kernel/london-calendar.ts'
import { Button } from '#ui/office/Button.tsx'
import { LoadState } from '#ui/office/LoadState.tsx'
import { TextField } from '#ui/office/TextField.tsx'
import { assignDraftFn, assignmentQuery, staffQuery } from '../desk.functions.ts'
import { PersonSelect } from './PersonSelect.tsx'
import { useDraftAction } from './useDraftAction.ts'

type Props = { id: string; onSaved?: () => void }
type Assignment = { assigneeId: string | null; dueAt: string | null; canAssign: boolean }

export function AssignmentPanel({ id, onSaved }: Props) {
  return (
    <LoadState query={useQuery(assignmentQuery(id))} failure="Failed to fetch assignment">
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
      {assignment?.assigneeId ? `Assigned${name ? ` to ${name}` : ''}` : 'Not assigned'}
      {assignment?.dueAt && `, due ${formatDayAndTime(assignment.dueAt)}`}
    </p>
  )
}

function AssignmentForm({ id, assignment, onSaved }: Props & { assignment: Assignment }) {
  const queryClient = useQueryClient()
  const { run, isBusy } = useDraftAction()
  const [assigneeId, setAssigneeId] = useState(assignment.assigneeId ?? '')
  const [due, setDue] = useState(assignment.dueAt ? toLondonInput(assignment.dueAt) : '')
  const dueAt = due ? parseLondonInput(due) : null
  const isInvalid = due !== '' && dueAt === null

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isInvalid) return
    run({
      send: async () => {
        const data = { id, assigneeId: assigneeId || null, dueAt: dueAt?.toISOString() ?? null }
        const outcome = await assignDraftFn({ data })
        return outcome.kind === 'refused' ? outcome : { kind: outcome.kind }
      },
      success: 'Assignment saved',
      failure: 'Failed to assign article',
      onDone() {
        void queryClient.invalidateQueries({ queryKey: ['admin', 'my-work'] })
        onSaved?.()
      },
    })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <PersonSelect
        label="Assignee"
        none="Nobody"
        value={assigneeId}
        onChange={({ target }) => setAssigneeId(target.value)}
      />
      <DueField value={due} isInvalid={isInvalid} onChange={setDue} />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" isBusy={isBusy} busyText="Saving...">
          Save Assignment
        </Button>
      </div>
    </form>
  )
}

/** A time in the site's time zone, in the format of `parseLondonInput`. */
export function DueField({
  value,
  isInvalid,
  onChange,
}: {
  value: string
  isInvalid: boolean
  onChange: (value: string) => void
}) {
  return (
    <TextField
      type="datetime-local"
      label="Due"
      help="Optional. London time."
      error={isInvalid ? 'Enter a valid date and time' : undefined}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
