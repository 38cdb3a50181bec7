import { useInfiniteQuery } from '@tanstack/react-query'
import { Download, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '#kernel/format-count.ts'
import { decodePath } from '#kernel/paths.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { formatShortDay } from '#kernel/time/dates.ts'
import { requestOwn } from '#platform/http/request-own.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { DeleteDialog } from '#ui/admin/dialogs/DeleteDialog.tsx'
import { EmptyState } from '#ui/admin/EmptyState.tsx'
import { SearchField } from '#ui/admin/forms/SearchField.tsx'
import { IconButton } from '#ui/admin/IconButton.tsx'
import { ListState } from '#ui/admin/LoadState.tsx'
import { type Column, Table } from '#ui/admin/Table.tsx'
import { useDownload } from '#ui/admin/useDownload.ts'
import {
  deleteRedirectFailure,
  deleteRedirectFn,
  redirectsFailure,
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
    failure: phrase('Failed to export redirects'),
  })
  const newButton = (
    <Button variant="primary" onClick={() => setOpen({ kind: 'new' })}>
      <Plus aria-hidden size={16} />
      {phrase('New Redirect')}
    </Button>
  )
  return (
    <AdminPage
      title={phrase('Redirects')}
      text={phrase('Former addresses, and where they lead. They apply where the site has no page.')}
      actions={newButton}
    >
      <div className="flex flex-wrap items-center gap-2">
        <SearchField label={phrase('Search by address')} value={q} onSearch={onSearch} />
        <Button onClick={download.start} isBusy={download.isBusy} busyText={phrase('Exporting…')}>
          <Download aria-hidden size={16} />
          {phrase('Export CSV')}
        </Button>
        <ImportRedirects />
      </div>
      <ListState
        query={query}
        failure={redirectsFailure()}
        isEmpty={rows.length === 0}
        empty={
          q ? (
            <EmptyState
              title={phrase('No redirects found')}
              text={phrase('Try another part of the address.')}
            />
          ) : (
            <EmptyState
              title={phrase('No redirects yet')}
              text={phrase(
                'Add the addresses of an earlier site one by one, or import a CSV file with the columns from, to and status. When a topic or an author is renamed, a redirect is added automatically.',
              )}
              action={newButton}
            />
          )
        }
      >
        <Table
          caption={phrase('Redirects')}
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

const originLabels = (): Record<RedirectRow['origin'], string> => ({
  editor: phrase('Editor'),
  import: phrase('Import'),
  rename: phrase('Rename'),
})

function columns(onOpen: (kind: 'edit' | 'delete', redirect: RedirectRow) => void): Column<RedirectRow>[] {
  return [
    {
      name: 'addresses',
      label: phrase('From and to'),
      cell: ({ from, target, status }) => (
        <>
          <bdi className="block font-semibold wrap-anywhere">{from}</bdi>
          <span className="block text-13 wrap-anywhere text-muted">
            {target === null ? phrase('Removed') : <bdi>{decodePath(target)}</bdi>}
            {status === 302 && ` ${phrase('(temporarily)')}`}
          </span>
        </>
      ),
    },
    {
      name: 'hits',
      label: phrase('Hits'),
      isNumeric: true,
      cell: ({ hits }) => formatNumber(hits),
    },
    {
      name: 'origin',
      label: phrase('Added by'),
      isForWide: true,
      cell: ({ origin }) => originLabels()[origin],
    },
    {
      name: 'created',
      label: phrase('Added'),
      isForWide: true,
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatShortDay(createdAt)}</time>,
    },
    {
      name: 'actions',
      label: phrase('Actions'),
      isHeadHidden: true,
      cell: (redirect) => (
        <span className="flex justify-end">
          <IconButton
            label={phrase('Edit {from}', { from: redirect.from })}
            title={phrase('Edit')}
            Icon={Pencil}
            onClick={() => onOpen('edit', redirect)}
          />
          <IconButton
            label={phrase('Delete {from}', { from: redirect.from })}
            title={phrase('Delete')}
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
  const { id, from } = redirect
  return (
    <DeleteDialog
      title={phrase('Delete this redirect?')}
      text={phrase('Readers of {from} will see that the page was not found.', { from })}
      remove={(signal) => deleteRedirectFn({ data: { id }, signal })}
      queryKeys={[['admin', 'redirects']]}
      success={{ title: phrase('Redirect deleted'), text: from }}
      failure={deleteRedirectFailure()}
      onClose={onClose}
    />
  )
}
