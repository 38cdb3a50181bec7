import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, ExternalLink, Merge, Pencil, Plus, Quote, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useCapability } from '#features/access/admin/useCapability.ts'
import { uploadMediaPath, uploadNameOf } from '#features/media/rules/variant.ts'
import { failureText } from '#kernel/failure-text.ts'
import { findByName } from '#kernel/find-by-name.ts'
import { formatCount, formatNumber } from '#kernel/format-count.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { ConfirmDialog } from '#ui/admin/ConfirmDialog.tsx'
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
  DELETE_PERSON_FAILURE,
  deletePersonFn,
  MERGE_PEOPLE_ERRORS,
  MERGE_PEOPLE_FAILURE,
  mergePeopleFn,
  PEOPLE_FAILURE,
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
      New Person
    </Button>
  )
  const bylinesButton = (
    <Button aria-haspopup="dialog" onClick={() => setOpen({ kind: 'bylines' })}>
      <Quote aria-hidden size={16} />
      Bylines Without a Person
    </Button>
  )
  return (
    <AdminPage
      title="People"
      text="Writers, photographers and others with bylines. Each has an author page."
      actions={
        <>
          {bylinesButton}
          {newButton}
        </>
      }
    >
      <LoadState query={query} failure={PEOPLE_FAILURE}>
        {(people) => {
          if (people.length === 0)
            return (
              <EmptyState
                title="No people yet"
                text="Add the people who write for you, and choose them in the editor. Bylines of feeds can be linked to people too."
                action={newButton}
              />
            )
          const found = text ? findByName(people, text) : people
          return (
            <>
              <SearchField label="Search people" value={text} onSearch={(typed) => setText(typed.trim())} />
              <p role="status" className="sr-only">
                {text && (found.length === 1 ? '1 person' : `${formatNumber(found.length)} people`)}
              </p>
              {found.length === 0 ? (
                <EmptyState title="No people found" text="Try another part of the name." />
              ) : (
                <Table
                  caption="People"
                  columns={columns((kind, person) => setOpen({ kind, person }), canExport)}
                  rows={found.slice(0, MAX_ROWS)}
                  keyOf={({ id }) => id}
                />
              )}
              {found.length > MAX_ROWS && (
                <p className="text-13 text-muted">
                  The first {MAX_ROWS} of {formatNumber(found.length)} people. Search for others.
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
      label: 'Name',
      cell: ({ name, slug, imageUrl }) => (
        <PersonCell name={name} imageUrl={portraitUrl(imageUrl)}>
          <p dir="ltr" className="text-start text-13 wrap-anywhere text-muted">
            /author/{slug}
          </p>
        </PersonCell>
      ),
    },
    {
      name: 'articles',
      label: 'Published articles',
      isNumeric: true,
      cell: ({ articles }) => formatNumber(articles),
    },
    {
      name: 'actions',
      label: 'Actions',
      isHeadHidden: true,
      cell: (person) => (
        <span className="flex justify-end">
          <IconButton
            label={`Edit ${person.name}`}
            title="Edit"
            Icon={Pencil}
            onClick={() => onOpen('edit', person)}
          />
          <RowMenu label={`More actions for ${person.name}`}>
            <RowMenuLink
              Icon={ExternalLink}
              label="View page"
              href={`/author/${encodeURIComponent(person.slug)}`}
            />
            {canExport && (
              <RowMenuLink
                Icon={Download}
                label="Export articles"
                href={`/admin/export?person=${person.id}`}
              />
            )}
            <RowMenuItem Icon={Merge} label="Merge…" onSelect={() => onOpen('merge', person)} />
            <RowMenuItem
              Icon={Trash2}
              label="Delete…"
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
      text={`The articles and linked bylines of ${name} go to the person whom you choose, and /author/${slug} redirects there. This cannot be undone.`}
      others={people.filter((other) => other.id !== id)}
      merge={async (intoId, signal) => {
        const { kind } = await mergePeopleFn({ data: { id, intoId }, signal })
        return kind === 'merged' ? undefined : MERGE_PEOPLE_ERRORS[kind]
      }}
      success="People merged"
      failure={MERGE_PEOPLE_FAILURE}
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
      void showToast({ title: 'Person deleted', text: name })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      text={
        articles > 0
          ? `${formatCount(articles, 'article')} will show the name without a link. The page of this person is removed.`
          : 'No published article names this person.'
      }
      confirmLabel="Delete"
      isDangerous
      isOpen
      isBusy={isPending}
      error={error ? failureText(error, DELETE_PERSON_FAILURE) : undefined}
      onConfirm={() => mutate(undefined)}
      onCancel={() => {
        cancel()
        onClose()
      }}
    />
  )
}
