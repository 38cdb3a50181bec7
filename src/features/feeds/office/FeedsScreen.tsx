import { useQuery } from '@tanstack/react-query'
import { Download, Plus, RefreshCw, Upload } from 'lucide-react'
import { useState } from 'react'
import { AdminPage } from '#ui/office/AdminPage.tsx'
import { Button } from '#ui/office/Button.tsx'
import { EmptyState } from '#ui/office/EmptyState.tsx'
import { ErrorState } from '#ui/office/ErrorState.tsx'
import { feedsQuery } from '../edit-feeds.functions.ts'
import type { ListedFeed } from '../server/feed-list.server.ts'
import { AddFeedDialog } from './AddFeedDialog.tsx'
import { DeleteFeedDialog } from './DeleteFeedDialog.tsx'
import { EditFeedDialog } from './EditFeedDialog.tsx'
import { FeedTable } from './FeedTable.tsx'
import type { FeedView } from './feed-view.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { RefreshReport } from './RefreshReport.tsx'
import { saveOpml } from './save-opml.ts'
import { useRefresh } from './useRefresh.ts'

/** The dialog that stands open over the list. */
type Open = { kind: 'none' | 'add' | 'import' } | { kind: 'edit' | 'delete'; feed: ListedFeed }

type Props = { view: FeedView; onView: (view: FeedView) => void }

/** The feeds that the paper gathers: how they are, and all that can be done with them. */
export function FeedsScreen({ view, onView }: Props) {
  const { data, error, refetch } = useQuery(feedsQuery)
  const [open, setOpen] = useState<Open>({ kind: 'none' })
  const refresh = useRefresh()
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
      text="What the paper gathers its news from. Each feed is asked about every hour."
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
          <Button disabled={!data?.length} onClick={() => void saveOpml()}>
            <Download aria-hidden size={16} />
            Export OPML
          </Button>
          {addButton}
        </>
      }
    >
      {refresh.outcome && <RefreshReport outcome={refresh.outcome} onClose={refresh.forget} />}
      {!data && error && <ErrorState text={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <p role="status">Loading feeds...</p>}
      {data?.length === 0 && (
        <EmptyState
          title="No Feeds Yet"
          text="Add the feed of a publisher, or import an OPML list from another feed reader. New stories come in with the next refresh."
          action={addButton}
        />
      )}
      {data && data.length > 0 && (
        <FeedTable
          feeds={data}
          view={view}
          onView={onView}
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
