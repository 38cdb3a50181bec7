import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import { Button } from '#ui/admin/Button.tsx'
import { Dialog } from '#ui/admin/Dialog.tsx'
import { ChangeError } from '#ui/admin/forms/FormNotices.tsx'
import { RestoredNotice } from '#ui/admin/forms/RestoredNotice.tsx'
import { TextArea } from '#ui/admin/forms/TextArea.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { UnsavedChangesGuard } from '#ui/admin/forms/UnsavedChangesGuard.tsx'
import { RECOVERY } from '#ui/admin/forms/useFormDrafts.ts'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showToast } from '#ui/toast.ts'
import { type TopicForm, topicForm } from '../rules/topic.ts'
import type { Topic } from '../server/topics.server.ts'
import { SAVE_TOPIC_FAILURE, saveTopicFn, TOPIC_ERRORS, topicsQuery } from '../topics.functions.ts'

/** @param props.topic undefined for a new one */
export function TopicDialog({ topic, onClose }: { topic: Topic | undefined; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [newId] = useState(() => crypto.randomUUID())
  const { name = '', description = '' } = topic ?? {}
  const { unsent, ...form } = useUnsentForm(topicForm, {
    name: `topic:${topic?.id ?? 'new'}`,
    defaultValues: { name, description },
  })
  const { mutate, isPending, error, cancel } = useCancellableMutation({
    mutationFn: (typed: TopicForm, signal) =>
      saveTopicFn({ data: { id: topic?.id ?? newId, isNew: !topic, ...typed }, signal }),
    onSuccess(outcome, typed) {
      if (outcome.kind !== 'saved') return form.showErrors({ name: TOPIC_ERRORS[outcome.kind] })
      // Lists show the names of topics.
      void queryClient.invalidateQueries({ queryKey: ['admin', 'articles'] })
      void queryClient.invalidateQueries({ queryKey: topicsQuery.queryKey })
      void showToast({ title: topic ? 'Topic saved' : 'Topic created', text: typed.name.trim() })
      unsent.end()
      onClose()
    },
  })
  function close() {
    cancel()
    onClose()
  }
  return (
    <Dialog title={topic ? 'Edit topic' : 'New topic'} isOpen onClose={close}>
      <UnsavedChangesGuard isChanged={form.formState.isDirty} recovery={RECOVERY} />
      <form
        noValidate
        onSubmit={form.handleSubmit((typed) => {
          if (!isPending) mutate(typed)
        })}
        className="flex flex-col gap-4 text-14"
      >
        <RestoredNotice unsent={unsent} />
        <TextField label="Name" required dir="auto" data-autofocus {...form.field('name')} />
        <TextArea label="Description" rows={3} help="Optional." {...form.field('description')} />
        <ChangeError error={error} text={SAVE_TOPIC_FAILURE} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            onClick={() => {
              unsent.end()
              close()
            }}
          >
            Cancel
          </Button>
          <Button type="submit" variant="primary" isBusy={isPending} busyText="Saving...">
            {topic ? 'Save Topic' : 'Create Topic'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
