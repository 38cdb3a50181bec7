import { useState } from 'react'
import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import { CategoryOptions } from '#features/categories/admin/CategoryOptions.tsx'
import { TopicSelect } from '#features/topics/admin/TopicSelect.tsx'
import { GENERAL_CATEGORY } from '#kernel/category.ts'
import { listCategories } from '#kernel/category-lists.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { FormDialog } from '#ui/admin/forms/FormDialog.tsx'
import { Select } from '#ui/admin/forms/Select.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { containerForm, toContainer } from '../rules/container-form.ts'
import { type FrontChange, MAX_TITLE_CHARACTERS } from '../rules/front.ts'
import { CONTAINER_KINDS, containerLabels, containerName } from '../rules/front-names.ts'

type Props = {
  /** Names by id. */
  topics: ReadonlyMap<string, string>
  onAdd: (change: FrontChange, announcement: string) => void
  onClose: () => void
}

export function AddContainerDialog({ topics, onAdd, onClose }: Props) {
  const [id] = useState(() => crypto.randomUUID())
  const { unsent, ...form } = useUnsentForm(containerForm, {
    name: 'front-container',
    defaultValues: {
      kind: 'section',
      category: listCategories().find((key) => key !== GENERAL_CATEGORY) ?? GENERAL_CATEGORY,
      topicId: '',
      title: '',
    },
  })
  const kind = form.watch('kind')
  return (
    <FormDialog
      title={phrase('Add a container')}
      unsent={unsent}
      isChanged={form.formState.isDirty}
      isBusy={false}
      submitLabel={phrase('Add')}
      onSubmit={form.handleSubmit((typed) => {
        const container = toContainer(id, containerForm.parse(typed))
        onAdd(
          { kind: 'addContainer', container },
          phrase('{containerName} is added', { containerName: containerName(container, topics) }),
        )
        unsent.end()
        onClose()
      })}
      onClose={onClose}
    >
      <Select label={phrase('Kind')} data-autofocus help={containerHelp()[kind]} {...form.field('kind')}>
        {CONTAINER_KINDS.map((name) => (
          <option key={name} value={name}>
            {containerLabels()[name]}
          </option>
        ))}
      </Select>
      {kind === 'section' && (
        <Select label={phrase('Category')} {...form.field('category')}>
          <CategoryOptions />
        </Select>
      )}
      {kind === 'topic' && (
        <TopicSelect
          by="id"
          label={phrase('Topic')}
          none={phrase('Choose a topic')}
          required
          value={form.watch('topicId')}
          {...form.field('topicId')}
        />
      )}
      <TextField
        label={phrase('Title')}
        required={kind === 'list'}
        maxLength={MAX_TITLE_CHARACTERS}
        help={kind === 'list' ? undefined : phrase('Leave it empty for the default title.')}
        {...form.field('title')}
      />
    </FormDialog>
  )
}

const containerHelp = () => ({
  section: phrase('The newest articles of a category: a lead and four more.'),
  topic: phrase('The newest articles about a topic: a lead and four more.'),
  list: phrase('The articles that you choose, and no others.'),
  mostRead: phrase('The most read articles of the last day.'),
  newsletter: phrase('The form to subscribe to the newsletter.'),
})
