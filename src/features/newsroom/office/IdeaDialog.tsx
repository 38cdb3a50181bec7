import { useState } from 'react'
import { parseLondonInput } from '#kernel/london-calendar.ts'
import { FormDialog } from '#ui/office/FormDialog.tsx'
import { TextField } from '#ui/office/TextField.tsx'
import { createIdeaFn } from '../desk.functions.ts'
import { DueField } from './AssignmentPanel.tsx'
import { PersonSelect } from './PersonSelect.tsx'
import { useDraftAction } from './useDraftAction.ts'

const MAX_TITLE_LENGTH = 200

/** Creates a draft with a headline only, assigned to a person (newsroom §2, "Idea"). */
export function IdeaDialog({ onClose }: { onClose: () => void }) {
  const { run, isBusy, cancel } = useDraftAction()
  // Retries have the same id, so that they create one draft.
  const [id] = useState(() => crypto.randomUUID())
  const [title, setTitle] = useState('')
  const [assigneeId, setAssigneeId] = useState('')
  const [due, setDue] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const dueAt = due ? parseLondonInput(due) : null
  const isInvalid = due !== '' && dueAt === null

  function submit() {
    setIsSubmitted(true)
    if (!title.trim() || !assigneeId || isInvalid) return
    run({
      send: async (signal) => {
        const data = { id, title, assigneeId, dueAt: dueAt?.toISOString() ?? null }
        const outcome = await createIdeaFn({ data, signal })
        return outcome.kind === 'refused' ? outcome : { kind: outcome.kind }
      },
      success: 'Idea created',
      failure: 'Failed to create idea',
      onDone: onClose,
    })
  }

  return (
    <FormDialog
      title="New idea"
      submitLabel="Create Idea"
      isBusy={isBusy}
      onSubmit={submit}
      onClose={() => {
        cancel()
        onClose()
      }}
    >
      <TextField
        label="Headline"
        data-autofocus
        required
        maxLength={MAX_TITLE_LENGTH}
        value={title}
        error={isSubmitted && !title.trim() ? 'Enter a headline' : undefined}
        onChange={({ target }) => setTitle(target.value)}
      />
      <PersonSelect
        label="Assignee"
        none="Select a person"
        required
        value={assigneeId}
        error={isSubmitted && !assigneeId ? 'Select a person' : undefined}
        onChange={({ target }) => setAssigneeId(target.value)}
      />
      <DueField value={due} isInvalid={isInvalid} onChange={setDue} />
    </FormDialog>
  )
}
