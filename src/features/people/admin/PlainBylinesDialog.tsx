import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '#kernel/failure-text.ts'
import { findByName } from '#kernel/find-by-name.ts'
import { formatCount, formatNumber } from '#kernel/format-count.ts'
import { Button } from '#ui/admin/Button.tsx'
import { Dialog } from '#ui/admin/Dialog.tsx'
import { EmptyState } from '#ui/admin/EmptyState.tsx'
import { FormDialog } from '#ui/admin/forms/FormDialog.tsx'
import { SearchField } from '#ui/admin/forms/SearchField.tsx'
import { Select } from '#ui/admin/forms/Select.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showToast } from '#ui/toast.ts'
import {
  BYLINES_FAILURE,
  LINK_BYLINE_ERRORS,
  LINK_BYLINE_FAILURE,
  linkBylineFn,
  PERSON_ERRORS,
  peopleQuery,
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
    <Dialog title="Bylines without a person" isOpen isWide onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p className="text-14 text-muted">
          A linked byline leads to the person’s page, also in later articles from feeds.
        </p>
        <SearchField label="Search bylines" value={text} onSearch={(typed) => setText(typed.trim())} />
        <LoadState query={query} failure={BYLINES_FAILURE}>
          {({ bylines, total }) =>
            bylines.length === 0 ? (
              <EmptyState
                title={text ? 'No bylines found' : 'All bylines are linked'}
                text={text ? 'Try other words.' : 'New bylines of feeds appear here.'}
              />
            ) : (
              <>
                <ul aria-label="Bylines" className="divide-y divide-rule border-y border-rule">
                  {bylines.map((byline) => (
                    <li key={byline.name} className="flex items-center justify-between gap-3 py-1.5 text-14">
                      <span className="min-w-0">
                        <bdi className="block font-semibold wrap-anywhere">{byline.name}</bdi>
                        <span className="text-13 text-muted">{formatCount(byline.articles, 'article')}</span>
                      </span>
                      <Button aria-label={`Link ${byline.name}`} onClick={() => setLinked(byline)}>
                        <Link2 aria-hidden size={16} />
                        Link
                      </Button>
                    </li>
                  ))}
                </ul>
                {total > bylines.length && (
                  <p className="text-13 text-muted">
                    The {formatNumber(bylines.length)} most frequent of {formatNumber(total)} bylines. Search
                    for others.
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
  const { data: people = [] } = useQuery(peopleQuery)
  const [namesake] = findByName(people, name)
  const [chosen, setChosen] = useState<string>()
  const authorId = chosen ?? namesake?.id ?? NEW
  const [newId] = useState(() => crypto.randomUUID())
  const { mutate, isPending, error, data } = useCancellableMutation({
    async mutationFn(id: string, signal): Promise<string | undefined> {
      if (id === NEW) {
        const person = { ...EMPTY_PERSON, id: newId, isNew: true, name }
        const outcome = await savePersonFn({ data: person, signal })
        if (outcome.kind !== 'saved') return `${PERSON_ERRORS[outcome.kind].text}.`
      }
      const outcome = await linkBylineFn({ data: { name, authorId: id === NEW ? newId : id }, signal })
      return outcome.kind === 'linked' ? undefined : LINK_BYLINE_ERRORS[outcome.kind]
    },
    onSuccess(problem) {
      void queryClient.invalidateQueries({ queryKey: ['admin', 'people'] })
      if (problem) return
      void showToast({ title: 'Byline linked', text: `${name}: ${formatCount(byline.articles, 'article')}` })
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Link ${name}`}
      submitLabel="Link Byline"
      isChanged={false}
      isBusy={isPending}
      error={error ? failureText(error, LINK_BYLINE_FAILURE) : data}
      onSubmit={() => mutate(authorId)}
      onClose={onClose}
    >
      <Select
        label="Person"
        data-autofocus
        value={authorId}
        onChange={({ target }) => setChosen(target.value)}
        help={
          authorId === NEW ? (
            <span className="flex items-center gap-1">
              <UserPlus aria-hidden size={14} /> A person with this name is created.
            </span>
          ) : undefined
        }
      >
        <option value={NEW}>New person: {name}</option>
        {people.map((person) => (
          <option key={person.id} value={person.id}>
            {person.name}
          </option>
        ))}
      </Select>
    </FormDialog>
  )
}
