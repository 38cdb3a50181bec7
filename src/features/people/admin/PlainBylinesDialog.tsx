import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '#kernel/failure-text.ts'
import { findByName } from '#kernel/find-by-name.ts'
import { phrase, plural } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { Dialog } from '#ui/admin/dialogs/Dialog.tsx'
import { EmptyState } from '#ui/admin/EmptyState.tsx'
import { FormDialog } from '#ui/admin/forms/FormDialog.tsx'
import { SearchField } from '#ui/admin/forms/SearchField.tsx'
import { Select } from '#ui/admin/forms/Select.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showToast } from '#ui/toast.ts'
import {
  bylinesFailure,
  linkBylineErrors,
  linkBylineFailure,
  linkBylineFn,
  peopleNamesQuery,
  personErrors,
  plainBylinesQuery,
  savePersonFn,
} from '../people.functions.ts'
import { EMPTY_PERSON } from '../rules/person.ts'
import type { PlainByline } from '../server/bylines.server.ts'

/** Lists the bylines of feeds, which are plain text until an editor links them to people. */
export function PlainBylinesDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [linked, setLinked] = useState<PlainByline>()
  const query = useQuery({ ...plainBylinesQuery(text), placeholderData: (previous) => previous })
  return (
    <Dialog title={phrase('Bylines without a person')} isOpen isWide onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p className="text-14 text-muted">
          {phrase('A linked byline leads to the person’s page, also in later articles from feeds.')}
        </p>
        <SearchField
          label={phrase('Search bylines')}
          value={text}
          onSearch={(typed) => setText(typed.trim())}
        />
        <LoadState query={query} failure={bylinesFailure()}>
          {({ bylines, total }) =>
            bylines.length === 0 ? (
              <EmptyState
                title={text ? phrase('No bylines found') : phrase('All bylines are linked')}
                text={text ? phrase('Try other words.') : phrase('New bylines of feeds appear here.')}
              />
            ) : (
              <>
                <ul aria-label={phrase('Bylines')} className="divide-y divide-rule border-y border-rule">
                  {bylines.map((byline) => (
                    <li key={byline.name} className="flex items-center justify-between gap-3 py-1.5 text-14">
                      <span className="min-w-0">
                        <bdi className="block font-semibold wrap-anywhere">{byline.name}</bdi>
                        <span className="text-13 text-muted">
                          {plural(byline.articles, '{count} article', '{count} articles')}
                        </span>
                      </span>
                      <Button
                        aria-label={phrase('Link {name}', { name: byline.name })}
                        onClick={() => setLinked(byline)}
                      >
                        <Link2 aria-hidden size={16} />
                        {phrase('Link')}
                      </Button>
                    </li>
                  ))}
                </ul>
                {total > bylines.length && (
                  <p className="text-13 text-muted">
                    {phrase('The {count} most frequent of {total} bylines. Search for others.', {
                      count: bylines.length,
                      total,
                    })}
                  </p>
                )}
              </>
            )
          }
        </LoadState>
      </div>
      {linked && <LinkBylineDialog byline={linked} onClose={() => setLinked(undefined)} />}
    </Dialog>
  )
}

/** The value of the option that creates a person with the name of the byline. */
const NEW = 'new'

function LinkBylineDialog({ byline, onClose }: { byline: PlainByline; onClose: () => void }) {
  const { name } = byline
  const queryClient = useQueryClient()
  const { data: people = [] } = useQuery(peopleNamesQuery)
  const [namesake] = findByName(people, name)
  const [chosen, setChosen] = useState<string>()
  const authorId = chosen ?? namesake?.id ?? NEW
  const [newId] = useState(() => crypto.randomUUID())
  const { mutate, isPending, error, data } = useCancellableMutation({
    async mutationFn(id: string, signal): Promise<string | undefined> {
      if (id === NEW) {
        const person = { ...EMPTY_PERSON, id: newId, isNew: true, name }
        const outcome = await savePersonFn({ data: person, signal })
        if (outcome.kind !== 'saved') return `${personErrors()[outcome.kind].text}.`
      }
      const outcome = await linkBylineFn({ data: { name, authorId: id === NEW ? newId : id }, signal })
      return outcome.kind === 'linked' ? undefined : linkBylineErrors()[outcome.kind]
    },
    onSuccess(problem) {
      void queryClient.invalidateQueries({ queryKey: ['admin', 'people'] })
      if (problem) return
      void showToast({
        title: phrase('Byline linked'),
        text: `${name}: ${plural(byline.articles, '{count} article', '{count} articles')}`,
      })
      onClose()
    },
  })
  return (
    <FormDialog
      title={phrase('Link {name}', { name })}
      submitLabel={phrase('Link Byline')}
      isChanged={false}
      isBusy={isPending}
      error={error ? failureText(error, linkBylineFailure()) : data}
      onSubmit={() => mutate(authorId)}
      onClose={onClose}
    >
      <Select
        label={phrase('Person')}
        data-autofocus
        value={authorId}
        onChange={({ target }) => setChosen(target.value)}
        help={
          authorId === NEW ? (
            <span className="flex items-center gap-1">
              <UserPlus aria-hidden size={14} /> {phrase('A person with this name is created.')}
            </span>
          ) : undefined
        }
      >
        <option value={NEW}>{phrase('New person: {name}', { name })}</option>
        {people.map((person) => (
          <option key={person.id} value={person.id}>
            {person.name}
          </option>
        ))}
      </Select>
    </FormDialog>
  )
}
