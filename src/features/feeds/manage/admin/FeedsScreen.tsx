import { useQuery } from '@tanstack/react-query'
import { Download, Plus, RefreshCw, Upload } from 'lucide-react'
import { useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { DeleteDialog } from '#ui/admin/dialogs/DeleteDialog.tsx'
import { EmptyState } from '#ui/admin/EmptyState.tsx'
import { LoadError, loadError } from '#ui/admin/LoadState.tsx'
import { useDownload } from '#ui/admin/useDownload.ts'
import type { FeedFilter } from '../../model/feed-health.ts'
import type { ListedFeed } from '../../model/feeds.server.ts'
import {
  exportOpml,
  feedDeleteFailure,
  feedsFailure,
  feedsQuery,
  opmlFailure,
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
    failure: opmlFailure(),
  })
  const close = () => setOpen({ kind: 'none' })
  const addButton = (
    <Button variant="primary" onClick={() => setOpen({ kind: 'add' })}>
      <Plus aria-hidden size={16} />
      {phrase('Add Feed')}
    </Button>
  )

  return (
    <AdminPage
      title={phrase('Feeds')}
      text={phrase('The sources of your site’s news. Each feed is fetched about once an hour.')}
      actions={
        <>
          <Button
            isBusy={refresh.busy.has('all')}
            busyText={phrase('Refreshing...')}
            disabled={!data?.some(({ enabled }) => enabled)}
            onClick={() => refresh.start()}
          >
            <RefreshCw aria-hidden size={16} />
            {phrase('Refresh All')}
          </Button>
          <Button onClick={() => setOpen({ kind: 'import' })}>
            <Upload aria-hidden size={16} />
            {phrase('Import OPML')}
          </Button>
          <Button
            disabled={!data?.length}
            isBusy={download.isBusy}
            busyText={phrase('Exporting…')}
            onClick={download.start}
          >
            <Download aria-hidden size={16} />
            {phrase('Export OPML')}
          </Button>
          {addButton}
        </>
      }
    >
      {refresh.outcome && <RefreshReport outcome={refresh.outcome} onClose={refresh.dismiss} />}
      {!data && <LoadError query={feeds} text={feedsFailure()} />}
      {!data && !loadError(feeds) && <p role="status">{phrase('Loading feeds…')}</p>}
      {data?.length === 0 && (
        <EmptyState
          title={phrase('No feeds yet')}
          text={phrase(
            'Add a publisher’s feed, or import an OPML file from another feed reader. New articles appear after the next refresh.',
          )}
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
  const name = feed.title || feed.url
  return (
    <DeleteDialog
      title={phrase('Delete {name}?', { name })}
      text={
        feed.articles > 0
          ? phrase('The feed will no longer be fetched. Its articles stay on the site.')
          : phrase('The feed will no longer be fetched.')
      }
      remove={(signal) => removeFeedById(feed.id, signal)}
      queryKeys={[['admin', 'feeds']]}
      success={{ title: phrase('Feed deleted'), text: name }}
      failure={feedDeleteFailure()}
      onClose={onClose}
    />
  )
}
