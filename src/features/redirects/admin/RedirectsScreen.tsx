import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '#kernel/format-count.ts'
import { decodePath } from '#kernel/paths.ts'
import { formatShortDay } from '#kernel/time/dates.ts'
import { requestOwn } from '#platform/http/request-own.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { ConfirmDialog } from '#ui/admin/ConfirmDialog.tsx'
import { EmptyState } from '#ui/admin/EmptyState.tsx'
import { SearchField } from '#ui/admin/forms/SearchField.tsx'
import { IconButton } from '#ui/admin/IconButton.tsx'
import { ListState } from '#ui/admin/LoadState.tsx'
import { type Column, Table } from '#ui/admin/Table.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { useDownload } from '#ui/admin/useDownload.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import {
  DELETE_REDIRECT_FAILURE,
  deleteRedirectFn,
  REDIRECTS_FAILURE,
  redirectsQuery,
} from '../redirects.functions.ts'
import type { RedirectRow } from '../server/redirects.server.ts'
import { ImportRedirects } from './ImportRedirects.tsx'
import { RedirectDialog } from './RedirectDialog.tsx'

type Open = { kind: 'new' } | { kind: 'edit' | 'delete'; redirect: RedirectRow }

export function RedirectsScreen({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const query = useInfiniteQuery(redirectsQuery(q))
  const rows = query.data?.pages.flatMap(({ redirects }) => redirects) ?? []
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const download = useDownload({
    load: async () => (await requestOwn('/api/admin/redirects.csv')).blob(),
    fileName: 'redirects.csv',
    failure: 'Failed to export redirects',
  })
  const newButton = (
    <Button variant="primary" onClick={() => setOpen({ kind: 'new' })}>
      <Plus aria-hidden size={16} />
      New Redirect
    </Button>
  )
  return (
    <AdminPage
      title="Redirects"
      text="Former addresses, and where they lead. They apply where the site has no page."
      actions={newButton}
    >
      <div className="flex flex-wrap items-center gap-2">
        <SearchField label="Search by address" value={q} onSearch={onSearch} />
        <Button onClick={download.start} isBusy={download.isBusy} busyText="Exporting…">
          <Download aria-hidden size={16} />
          Export CSV
        </Button>
        <ImportRedirects />
      </div>
      <ListState
        query={query}
        failure={REDIRECTS_FAILURE}
        isEmpty={rows.length === 0}
        empty={
          q ? (
            <EmptyState title="No redirects found" text="Try another part of the address." />
          ) : (
            <EmptyState
              title="No redirects yet"
              text="Add the addresses of an earlier site one by one, or import a CSV file with the columns from, to and status. When a topic or an author is renamed, a redirect is added automatically."
              action={newButton}
            />
          )
        }
      >
        <Table
          caption="Redirects"
          columns={columns((kind, redirect) => setOpen({ kind, redirect }))}
          rows={rows}
          keyOf={({ id }) => id}
        />
      </ListState>
      {open && open.kind !== 'delete' && (
        <RedirectDialog redirect={open.kind === 'edit' ? open.redirect : undefined} onClose={close} />
      )}
      {open?.kind === 'delete' && <DeleteRedirectDialog redirect={open.redirect} onClose={close} />}
    </AdminPage>
  )
}

const ORIGIN_LABELS: Record<RedirectRow['origin'], string> = {
  editor: 'Editor',
  import: 'Import',
  rename: 'Rename',
}

function columns(onOpen: (kind: 'edit' | 'delete', redirect: RedirectRow) => void): Column<RedirectRow>[] {
  return [
    {
      name: 'addresses',
      label: 'From and to',
      cell: ({ from, target, status }) => (
        <>
          <bdi className="block font-semibold wrap-anywhere">{from}</bdi>
          <span className="block text-13 wrap-anywhere text-muted">
            {target === null ? 'Removed' : <bdi>{decodePath(target)}</bdi>}
            {status === 302 && ' (temporarily)'}
          </span>
        </>
      ),
    },
    {
      name: 'hits',
      label: 'Hits',
      isNumeric: true,
      cell: ({ hits }) => formatNumber(hits),
    },
    {
      name: 'origin',
      label: 'Added by',
      isForWide: true,
      cell: ({ origin }) => ORIGIN_LABELS[origin],
    },
    {
      name: 'created',
      label: 'Added',
      isForWide: true,
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatShortDay(createdAt)}</time>,
    },
    {
      name: 'actions',
      label: 'Actions',
      isHeadHidden: true,
      cell: (redirect) => (
        <span className="flex justify-end">
          <IconButton
            label={`Edit ${redirect.from}`}
            title="Edit"
            Icon={Pencil}
            onClick={() => onOpen('edit', redirect)}
          />
          <IconButton
            label={`Delete ${redirect.from}`}
            title="Delete"
            Icon={Trash2}
            isDangerous
            onClick={() => onOpen('delete', redirect)}
          />
        </span>
      ),
    },
  ]
}

function DeleteRedirectDialog({ redirect, onClose }: { redirect: RedirectRow; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { mutate, isPending, cancel } = useCancellableMutation({
    mutationFn: ({ id }: RedirectRow, signal) => deleteRedirectFn({ data: { id }, signal }),
    onSuccess() {
      void queryClient.invalidateQueries({ queryKey: ['admin', 'redirects'] })
      void showToast({ title: 'Redirect deleted', text: redirect.from })
    },
    onError: (error) => showFailure(error, DELETE_REDIRECT_FAILURE),
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      title="Delete this redirect?"
      text={`Readers of ${redirect.from} will see that the page was not found.`}
      confirmLabel="Delete"
      isDangerous
      isOpen
      isBusy={isPending}
      onConfirm={() => mutate(redirect)}
      onCancel={() => {
        cancel()
        onClose()
      }}
    />
  )
}
