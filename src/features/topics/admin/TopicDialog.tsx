import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import { LibraryImageField } from '#features/media/admin/LibraryImageField.tsx'
import { phrase } from '#kernel/text/phrase.ts'
import { SaveDialog } from '#ui/admin/forms/SaveDialog.tsx'
import { TextArea } from '#ui/admin/forms/TextArea.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showToast } from '#ui/toast.ts'
import { EMPTY_TOPIC, type TopicForm, topicForm } from '../rules/topic.ts'
import type { Topic } from '../server/topics.server.ts'
import { saveTopicFailure, saveTopicFn, topicErrors, topicsQuery } from '../topics.functions.ts'

/** @param props.topic undefined for a new one */
export function TopicDialog({ topic, onClose }: { topic: Topic | undefined; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [newId] = useState(() => crypto.randomUUID())
  const stored = topic ? { ...topic, imageUrl: topic.imageUrl ?? '' } : EMPTY_TOPIC
  const { name, description, slug, imageUrl } = stored
  const form = useUnsentForm(topicForm, {
    name: `topic:${topic?.id ?? 'new'}`,
    defaultValues: { name, description, slug, imageUrl },
  })
  const mutation = useCancellableMutation({
    mutationFn: (typed: TopicForm, signal) =>
      saveTopicFn({ data: { id: topic?.id ?? newId, isNew: !topic, ...typed }, signal }),
    onSuccess(outcome, typed) {
      if (outcome.kind === 'slug-taken') return form.showErrors({ slug: topicErrors()[outcome.kind] })
      if (outcome.kind !== 'saved') return form.showErrors({ name: topicErrors()[outcome.kind] })
      // Lists show the names of topics.
      void queryClient.invalidateQueries({ queryKey: ['admin', 'articles'] })
      void queryClient.invalidateQueries({ queryKey: topicsQuery.queryKey })
      void showToast({
        title: topic ? phrase('Topic saved') : phrase('Topic created'),
        text: typed.name.trim(),
      })
      form.unsent.end()
      onClose()
    },
  })
  return (
    <SaveDialog
      title={topic ? phrase('Edit topic') : phrase('New topic')}
      submitLabel={topic ? phrase('Save Topic') : phrase('Create Topic')}
      form={form}
      mutation={mutation}
      failure={saveTopicFailure()}
      onClose={onClose}
    >
      <TextField label={phrase('Name')} required dir="auto" data-autofocus {...form.field('name')} />
      <TextArea
        label={phrase('Description')}
        rows={3}
        help={phrase('Optional. Readers see it on the page of the topic.')}
        {...form.field('description')}
      />
      <TextField
        label={phrase('Address')}
        placeholder={topic ? undefined : phrase('From the name')}
        help={
          topic
            ? phrase('The last part of /topic/… If you change it, the former address redirects.')
            : phrase('The last part of /topic/…')
        }
        {...form.field('slug')}
      />
      <LibraryImageField
        label={phrase('Image')}
        ratio="3:2"
        help={phrase('Optional. Readers see it on the page of the topic.')}
        value={form.watch('imageUrl')}
        error={form.getFieldState('imageUrl', form.formState).error?.message}
        onChange={(image) => form.setValue('imageUrl', image, { shouldDirty: true })}
      />
    </SaveDialog>
  )
}
