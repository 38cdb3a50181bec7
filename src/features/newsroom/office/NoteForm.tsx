import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#ui/office/Button.tsx'
import { UnsavedChangesGuard } from '#ui/office/UnsavedChangesGuard.tsx'
import { useZodForm } from '#ui/office/useZodForm.ts'
import { type NoteFields, noteForm } from '../rules/notes.ts'
import { MentionTextArea } from './MentionTextArea.tsx'

type Props = {
  articleId: string
  label: string
  submitLabel: string
  initial?: NoteFields
  /** Replies do not block the publication. */
  canBlock?: boolean
  isBusy: boolean
  children?: ReactNode
  onSubmit: (input: NoteFields) => void
  onCancel: () => void
}

const EMPTY: NoteFields = { text: '', isBlocking: false }

/** It has the focus when it opens. */
export function NoteForm({ articleId, label, submitLabel, initial = EMPTY, canBlock, ...props }: Props) {
  const { isBusy, children, onSubmit, onCancel } = props
  const { text, isBlocking } = initial
  const form = useZodForm(noteForm, { defaultValues: { text, isBlocking }, shouldFocusError: false })
  const area = useRef<HTMLTextAreaElement>(null)

  useEffect(() => area.current?.focus(), [])

  const submit = form.handleSubmit(
    (typed) => {
      if (!isBusy) onSubmit({ ...typed, text: typed.text.trim() })
    },
    () => area.current?.focus(),
  )

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <UnsavedChangesGuard isChanged={form.formState.isDirty} />
      {children}
      <MentionTextArea
        articleId={articleId}
        label={label}
        ref={area}
        value={form.watch('text')}
        onChange={(value) =>
          form.setValue('text', value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
        }
        onSubmit={() => void submit()}
        error={form.formState.errors.text?.message}
      />
      {canBlock && (
        <label className="flex min-h-6 items-center gap-2 text-14">
          <input type="checkbox" {...form.register('isBlocking')} className="size-4 accent-ink" />
          Block the publication until this is resolved
        </label>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" isBusy={isBusy} busyText="Saving...">
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
