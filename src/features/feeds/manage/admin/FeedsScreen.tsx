import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Plus, RefreshCw, Upload } from 'lucide-react'
import { useState } from 'react'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { ConfirmDialog } from '#ui/admin/ConfirmDialog.tsx'
import { EmptyState } from '#ui/admin/EmptyState.tsx'
import { LoadError, loadError } from '#ui/admin/LoadState.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { useDownload } from '#ui/admin/useDownload.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import type { FeedFilter } from '../../model/feed-health.ts'
import type { ListedFeed } from '../../model/feeds.server.ts'
import {
  exportOpml,
  FEED_DELETE_FAILURE,
  FEEDS_FAILURE,
  feedsQuery,
  OPML_FAILURE,
  removeFeedById,
} from '../feeds.functions.ts'
import { AddFeedDialog } from './AddFeedDialog.tsx'
import { EditFeedDialog } from './EditFeedDialog.tsx'
import { FeedTable } from './FeedTable.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { RefreshReport, useRefresh } from './useRefresh.tsx'

type Open = { kind: 'none' | 'add' | 'import' } | { kind: 'edit' | 'delete'; feed: ListedFeed }

type Props = { filter: FeedFilter; onFilter: (filter: FeedFilter) => void }

export function FeedsScreen({ filter, onFilter }: Props) {
  const feeds = useQuery(feedsQuery)
  const { data } = feeds
  const [open, setOpen] = useState<Open>({ kind: 'none' })
  const refresh = useRefresh()
  const download = useDownload({
    load: async () => new Blob([await exportOpml()], { type: 'text/x-opml' }),
    fileName: 'feeds.opml',
    failure: OPML_FAILURE,
  })
  const close = () => setOpen({ kind: 'none' })
  const addButton = (
    <Button variant="primary" onClick={() => setOpen({ kind: 'add' })}>
      <Plus aria-hidden size={16} />
      Add Feed
    </Button>
  )

  return (
    <AdminPage
      title="Feeds"
      text="The sources of your site’s news. Each feed is fetched about once an hour."
      actions={
        <>
          <Button
            isBusy={refresh.busy.has('all')}
            busyText="Refreshing..."
            disabled={!data?.some(({ enabled }) => enabled)}
            onClick={() => refresh.start()}
          >
            <RefreshCw aria-hidden size={16} />
            Refresh All
          </Button>
          <Button onClick={() => setOpen({ kind: 'import' })}>
            <Upload aria-hidden size={16} />
            Import OPML
          </Button>
          <Button
            disabled={!data?.length}
            isBusy={download.isBusy}
            busyText="Exporting…"
            onClick={download.start}
          >
            <Download aria-hidden size={16} />
            Export OPML
          </Button>
          {addButton}
        </>
      }
    >
      {refresh.outcome && <RefreshReport outcome={refresh.outcome} onClose={refresh.dismiss} />}
      {!data && <LoadError query={feeds} text={FEEDS_FAILURE} />}
      {!data && !loadError(feeds) && <p role="status">Loading feeds…</p>}
      {data?.length === 0 && (
        <EmptyState
          title="No feeds yet"
          text="Add a publisher’s feed, or import an OPML file from another feed reader. New articles appear after the next refresh."
          action={addButton}
        />
      )}
      {data && data.length > 0 && (
        <FeedTable
          feeds={data}
          filter={filter}
          onFilter={onFilter}
          refresh={refresh}
          onEdit={(feed) => setOpen({ kind: 'edit', feed })}
          onDelete={(feed) => setOpen({ kind: 'delete', feed })}
        />
      )}
      {open.kind === 'add' && <AddFeedDialog onAdded={refresh.start} onClose={close} />}
      {open.kind === 'import' && <ImportDialog onClose={close} />}
      {open.kind === 'edit' && (
        <EditFeedDialog feed={data?.find(({ id }) => id === open.feed.id) ?? open.feed} onClose={close} />
      )}
      {open.kind === 'delete' && <DeleteFeedDialog feed={open.feed} onClose={close} />}
    </AdminPage>
  )
}

function DeleteFeedDialog({ feed, onClose }: { feed: ListedFeed; onClose: () => void }) {
  const queryClient = useQueryClient()
  const name = feed.title || feed.url
  const { mutate, isPending, cancel } = useCancellableMutation({
    mutationFn: removeFeedById,
    onSuccess() {
      void queryClient.invalidateQueries({ queryKey: ['admin', 'feeds'] })
      void showToast({ title: 'Feed deleted', text: name })
    },
    onError: (error) => showFailure(error, FEED_DELETE_FAILURE),
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      text={
        feed.articles > 0
          ? 'The feed will no longer be fetched. Its articles stay on the site.'
          : 'The feed will no longer be fetched.'
      }
      confirmLabel="Delete"
      isDangerous
      isOpen
      isBusy={isPending}
      onConfirm={() => mutate(feed.id)}
      onCancel={() => {
        cancel()
        onClose()
      }}
    />
  )
}
