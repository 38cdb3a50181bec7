import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { FormDialog } from './FormDialog.tsx'
import { ChangeError } from './FormNotices.tsx'
import type { UnsentInput } from './RestoredNotice.tsx'
import type { ZodForm } from './useZodForm.ts'

type Props<Fields extends FieldValues> = {
  title: string
  submitLabel: string
  form: ZodForm<Fields> & { unsent: UnsentInput }
  /** Saves the form. Call `unsent.end` and `onClose` when it succeeds. */
  mutation: {
    mutate: (typed: Fields) => void
    isPending: boolean
    error: Error | null
    cancel: () => void
  }
  /** The error message, such as "Failed to save topic" (spec §8). */
  failure: string
  onClose: () => void
  children: ReactNode
}

/** Edits one entry in a form. Closing the dialog cancels the request. */
export function SaveDialog<Fields extends FieldValues>(props: Props<Fields>) {
  const { title, submitLabel, form, mutation, failure, onClose, children } = props
  const save = form.handleSubmit((typed) => mutation.mutate(typed))
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      isChanged={form.formState.isDirty}
      isBusy={mutation.isPending}
      unsent={form.unsent}
      onSubmit={() => void save()}
      onClose={() => {
        mutation.cancel()
        onClose()
      }}
    >
      {children}
      <ChangeError error={mutation.error} text={failure} />
    </FormDialog>
  )
}
