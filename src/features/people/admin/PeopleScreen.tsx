import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, ExternalLink, Merge, Pencil, Plus, Quote, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useCapability } from '#features/access/admin/useCapability.ts'
import { uploadMediaPath, uploadNameOf } from '#features/media/rules/variant.ts'
import { collectionPath } from '#kernel/collection-path.ts'
import { failureText } from '#kernel/failure-text.ts'
import { findByName } from '#kernel/find-by-name.ts'
import { formatNumber } from '#kernel/format-count.ts'
import { decodePath } from '#kernel/paths.ts'
import { phrase, plural } from '#kernel/text/phrase.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx'
import { EmptyState } from '#ui/admin/EmptyState.tsx'
import { MergeDialog } from '#ui/admin/forms/MergeDialog.tsx'
import { SearchField } from '#ui/admin/forms/SearchField.tsx'
import { IconButton } from '#ui/admin/IconButton.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { Person as PersonCell } from '#ui/admin/Person.tsx'
import { RowMenu, RowMenuItem, RowMenuLink } from '#ui/admin/RowMenu.tsx'
import { type Column, Table } from '#ui/admin/Table.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showToast } from '#ui/toast.ts'
import {
  deletePersonFailure,
  deletePersonFn,
  mergePeopleErrors,
  mergePeopleFailure,
  mergePeopleFn,
  peopleFailure,
  peopleQuery,
} from '../people.functions.ts'
import type { Person } from '../server/people.server.ts'
import { PersonDialog } from './PersonDialog.tsx'
import { PlainBylinesDialog } from './PlainBylinesDialog.tsx'

type Open = { kind: 'new' | 'bylines' } | { kind: 'edit' | 'merge' | 'delete'; person: Person }

/** Limits the table; the search finds other people. */
const MAX_ROWS = 200

export function PeopleScreen() {
  const query = useQuery(peopleQuery)
  const canExport = useCapability()('paper.export')
  const [text, setText] = useState('')
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const newButton = (
    <Button variant="primary" onClick={() => setOpen({ kind: 'new' })}>
      <Plus aria-hidden size={16} />
      {phrase('New Person')}
    </Button>
  )
  const bylinesButton = (
    <Button aria-haspopup="dialog" onClick={() => setOpen({ kind: 'bylines' })}>
      <Quote aria-hidden size={16} />
      {phrase('Bylines Without a Person')}
    </Button>
  )
  return (
    <AdminPage
      title={phrase('People')}
      text={phrase('Writers, photographers and others with bylines. Each has an author page.')}
      actions={
        <>
          {bylinesButton}
          {newButton}
        </>
      }
    >
      <LoadState query={query} failure={peopleFailure()}>
        {(people) => {
          if (people.length === 0)
            return (
              <EmptyState
                title={phrase('No people yet')}
                text={phrase(
                  'Add the people who write for you, and choose them in the editor. Bylines of feeds can be linked to people too.',
                )}
                action={newButton}
              />
            )
          const found = text ? findByName(people, text) : people
          return (
            <>
              <SearchField
                label={phrase('Search people')}
                value={text}
                onSearch={(typed) => setText(typed.trim())}
              />
              <p role="status" className="sr-only">
                {text && plural(found.length, '{count} person', '{count} people')}
              </p>
              {found.length === 0 ? (
                <EmptyState
                  title={phrase('No people found')}
                  text={phrase('Try another part of the name.')}
                />
              ) : (
                <Table
                  caption={phrase('People')}
                  columns={columns((kind, person) => setOpen({ kind, person }), canExport)}
                  rows={found.slice(0, MAX_ROWS)}
                  keyOf={({ id }) => id}
                />
              )}
              {found.length > MAX_ROWS && (
                <p className="text-13 text-muted">
                  {phrase('The first {max} of {count} people. Search for others.', {
                    max: MAX_ROWS,
                    count: found.length,
                  })}
                </p>
              )}
            </>
          )
        }}
      </LoadState>
      {open?.kind === 'new' && <PersonDialog person={undefined} onClose={close} />}
      {open?.kind === 'edit' && <PersonDialog person={open.person} onClose={close} />}
      {open?.kind === 'bylines' && <PlainBylinesDialog onClose={close} />}
      {open?.kind === 'merge' && (
        <MergePersonDialog person={open.person} people={query.data ?? []} onClose={close} />
      )}
      {open?.kind === 'delete' && <DeletePersonDialog person={open.person} onClose={close} />}
    </AdminPage>
  )
}

function portraitUrl(imageUrl: string | null): string | null {
  const upload = imageUrl ? uploadNameOf(imageUrl) : undefined
  return upload ? uploadMediaPath({ upload, ratio: '1:1', width: 160, format: 'webp' }) : null
}

function columns(
  onOpen: (kind: 'edit' | 'merge' | 'delete', person: Person) => void,
  canExport: boolean,
): Column<Person>[] {
  return [
    {
      name: 'name',
      label: phrase('Name'),
      cell: ({ name, slug, imageUrl }) => (
        <PersonCell name={name} imageUrl={portraitUrl(imageUrl)}>
          <p dir="ltr" className="text-start text-13 wrap-anywhere text-muted">
            {decodePath(collectionPath({ kind: 'author', slug }))}
          </p>
        </PersonCell>
      ),
    },
    {
      name: 'articles',
      label: phrase('Published articles'),
      isNumeric: true,
      cell: ({ articles }) => formatNumber(articles),
    },
    {
      name: 'actions',
      label: phrase('Actions'),
      isHeadHidden: true,
      cell: (person) => (
        <span className="flex justify-end">
          <IconButton
            label={phrase('Edit {name}', { name: person.name })}
            title={phrase('Edit')}
            Icon={Pencil}
            onClick={() => onOpen('edit', person)}
          />
          <RowMenu label={phrase('More actions for {name}', { name: person.name })}>
            <RowMenuLink
              Icon={ExternalLink}
              label={phrase('View page')}
              href={collectionPath({ kind: 'author', slug: person.slug })}
            />
            {canExport && (
              <RowMenuLink
                Icon={Download}
                label={phrase('Export articles')}
                href={`/admin/export?person=${person.id}`}
              />
            )}
            <RowMenuItem Icon={Merge} label={phrase('Merge…')} onSelect={() => onOpen('merge', person)} />
            <RowMenuItem
              Icon={Trash2}
              label={phrase('Delete…')}
              isDangerous
              onSelect={() => onOpen('delete', person)}
            />
          </RowMenu>
        </span>
      ),
    },
  ]
}

type MergeProps = { person: Person; people: readonly Person[]; onClose: () => void }

function MergePersonDialog({ person: { id, name, slug }, people, onClose }: MergeProps) {
  return (
    <MergeDialog
      name={name}
      text={phrase(
        'The articles and linked bylines of {name} go to the person whom you choose, and /author/{slug} redirects there. This cannot be undone.',
        { name, slug },
      )}
      others={people.filter((other) => other.id !== id)}
      merge={async (intoId, signal) => {
        const { kind } = await mergePeopleFn({ data: { id, intoId }, signal })
        return kind === 'merged' ? undefined : mergePeopleErrors()[kind]
      }}
      success={phrase('People merged')}
      failure={mergePeopleFailure()}
      onClose={onClose}
    />
  )
}

function DeletePersonDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { id, name, articles } = person
  const { mutate, isPending, error, cancel } = useCancellableMutation({
    mutationFn: (_: undefined, signal) => deletePersonFn({ data: { id }, signal }),
    onSuccess() {
      void queryClient.invalidateQueries({ queryKey: ['admin', 'people'] })
      void showToast({ title: phrase('Person deleted'), text: name })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={phrase('Delete {name}?', { name })}
      text={
        articles > 0
          ? plural(
              articles,
              '{count} article will show the name without a link. The page of this person is removed.',
              '{count} articles will show the name without a link. The page of this person is removed.',
            )
          : phrase('No published article names this person.')
      }
      confirmLabel={phrase('Delete')}
      isDangerous
      isOpen
      isBusy={isPending}
      error={error ? failureText(error, deletePersonFailure()) : undefined}
      onConfirm={() => mutate(undefined)}
      onCancel={() => {
        cancel()
        onClose()
      }}
    />
  )
}
