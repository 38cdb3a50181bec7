import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import { LibraryImageField } from '#features/media/admin/LibraryImageField.tsx'
import { phrase } from '#kernel/text/phrase.ts'
import { Dialog } from '#ui/admin/dialogs/Dialog.tsx'
import { SaveDialog } from '#ui/admin/forms/SaveDialog.tsx'
import { Select } from '#ui/admin/forms/Select.tsx'
import { TextArea } from '#ui/admin/forms/TextArea.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { IconButton } from '#ui/admin/IconButton.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import {
  linkBylineFailure,
  peopleQuery,
  personErrors,
  personFailure,
  personQuery,
  savePersonFailure,
  savePersonFn,
  unlinkBylineFn,
} from '../people.functions.ts'
import { EMPTY_PERSON, type PersonForm, personForm } from '../rules/person.ts'
import type { PersonAccount } from '../server/people.server.ts'

type Props = { person: { id: string; name: string } | undefined; onClose: () => void }

/** @param props.person undefined for a new one */
export function PersonDialog({ person, onClose }: Props) {
  const [newId] = useState(() => crypto.randomUUID())
  const id = person?.id ?? newId
  const query = useQuery({ ...personQuery(id), refetchOnWindowFocus: false })
  if (!query.data)
    return (
      <Dialog title={person ? phrase('Edit person') : phrase('New person')} isOpen onClose={onClose}>
        <LoadState query={query} failure={personFailure()}>
          {() => null}
        </LoadState>
      </Dialog>
    )
  const { form, accounts, bylines } = query.data
  return (
    <PersonFormDialog
      id={id}
      isNew={!person}
      stored={form ?? { ...EMPTY_PERSON, name: person?.name ?? '' }}
      accounts={accounts}
      bylines={bylines}
      onClose={onClose}
    />
  )
}

type FormProps = {
  id: string
  isNew: boolean
  stored: PersonForm
  accounts: readonly PersonAccount[]
  bylines: readonly string[]
  onClose: () => void
}

function PersonFormDialog({ id, isNew, stored, accounts, bylines, onClose }: FormProps) {
  const queryClient = useQueryClient()
  const form = useUnsentForm(personForm, {
    name: `person:${isNew ? 'new' : id}`,
    defaultValues: stored,
  })
  const mutation = useCancellableMutation({
    mutationFn: (typed: PersonForm, signal) => savePersonFn({ data: { id, isNew, ...typed }, signal }),
    onSuccess(outcome, typed) {
      if (outcome.kind !== 'saved') {
        const { field, text } = personErrors()[outcome.kind]
        return form.showErrors({ [field]: text })
      }
      void queryClient.invalidateQueries({ queryKey: ['admin', 'people'] })
      void showToast({
        title: isNew ? phrase('Person created') : phrase('Person saved'),
        text: typed.name.trim(),
      })
      form.unsent.end()
      onClose()
    },
  })
  return (
    <SaveDialog
      title={isNew ? phrase('New person') : phrase('Edit person')}
      submitLabel={isNew ? phrase('Create Person') : phrase('Save Person')}
      form={form}
      mutation={mutation}
      failure={savePersonFailure()}
      onClose={onClose}
    >
      <TextField label={phrase('Name')} required data-autofocus {...form.field('name')} />
      <TextField
        label={phrase('Address')}
        placeholder={isNew ? phrase('From the name') : undefined}
        help={
          isNew
            ? phrase('The last part of /author/…')
            : phrase('The last part of /author/… If you change it, the former address redirects.')
        }
        {...form.field('slug')}
      />
      <LibraryImageField
        label={phrase('Portrait')}
        ratio="1:1"
        help={phrase('Shown to readers, cropped to a circle around its focal point.')}
        value={form.watch('imageUrl')}
        error={form.getFieldState('imageUrl', form.formState).error?.message}
        onChange={(imageUrl) => form.setValue('imageUrl', imageUrl, { shouldDirty: true })}
      />
      <TextArea label={phrase('Biography')} rows={4} {...form.field('biography')} />
      <TextArea
        label={phrase('Links')}
        rows={3}
        dir="ltr"
        help={phrase('One address per line, such as https://bsky.app/profile/…')}
        {...form.field('links')}
      />
      <Select
        label={phrase('Account')}
        help={phrase('The account of this person in the newsroom, if any.')}
        {...form.field('userId')}
      >
        <option value="">{phrase('No account')}</option>
        {accounts.map((account) => (
          <option key={account.id} value={account.id}>
            {account.name}
          </option>
        ))}
        {stored.userId && !accounts.some((account) => account.id === stored.userId) && (
          <option value={stored.userId}>{phrase('Former member of the newsroom')}</option>
        )}
      </Select>
      {bylines.length > 0 && <LinkedBylines bylines={bylines} />}
    </SaveDialog>
  )
}

function LinkedBylines({ bylines }: { bylines: readonly string[] }) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (name: string) => unlinkBylineFn({ data: { name } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: peopleQuery.queryKey.slice(0, 2) }),
    onError: (error) => showFailure(error, linkBylineFailure()),
  })
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="pb-1 text-13 font-semibold">{phrase('Linked bylines')}</legend>
      <p className="text-13 text-muted">{phrase('Articles with one of these bylines name this person.')}</p>
      <ul className="flex flex-wrap gap-2">
        {bylines.map((name) => (
          <li key={name} className="flex min-w-0 items-center border border-rule text-14">
            <bdi className="min-w-0 px-2 py-1 wrap-anywhere">{name}</bdi>
            <IconButton
              label={phrase('Unlink {name}', { name })}
              title={phrase('Unlink')}
              Icon={X}
              isDisabled={isPending}
              onClick={() => mutate(name)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
