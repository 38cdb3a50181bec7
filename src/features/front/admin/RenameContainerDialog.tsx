import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { FormDialog } from '#ui/admin/forms/FormDialog.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { containerTitleForm } from '../rules/container-form.ts'
import { type Container, type FrontChange, MAX_TITLE_CHARACTERS } from '../rules/front.ts'

type Props = {
  container: Container
  /** The name without a title of its own. */
  name: string
  onChange: (change: FrontChange, announcement: string) => void
  onClose: () => void
}

export function RenameContainerDialog({ container: { id, kind, title }, name, onChange, onClose }: Props) {
  const schema = containerTitleForm(kind)
  const { unsent, ...form } = useUnsentForm(schema, {
    name: `front-container:${id}`,
    defaultValues: { title },
  })
  return (
    <FormDialog
      title={phrase('Rename {title}', { title: title || name })}
      unsent={unsent}
      isChanged={form.formState.isDirty}
      isBusy={false}
      submitLabel={phrase('Rename')}
      onSubmit={form.handleSubmit((typed) => {
        const { title } = schema.parse(typed)
        onChange(
          { kind: 'renameContainer', container: id, title },
          phrase('The container is renamed to {title}', { title: title || name }),
        )
        unsent.end()
        onClose()
      })}
      onClose={onClose}
    >
      <TextField
        label={phrase('Title')}
        data-autofocus
        required={kind === 'list'}
        maxLength={MAX_TITLE_CHARACTERS}
        help={kind === 'list' ? undefined : phrase('Leave it empty for “{name}”.', { name })}
        {...form.field('title')}
      />
    </FormDialog>
  )
}
