import { useMemo } from 'react'
import { SearchField } from '#ui/office/SearchField.tsx'
import { type Column, Table } from '#ui/office/Table.tsx'
import { Tabs } from '#ui/office/Tabs.tsx'
import { FEED_HEALTHS } from '../rules/feed-health.ts'
import { MAX_COUNTED_ARTICLES } from '../rules/feed-limits.ts'
import type { ListedFeed } from '../server/feed-list.server.ts'
import { FeedActions } from './FeedActions.tsx'
import { FeedChecks } from './FeedChecks.tsx'
import { FeedName } from './FeedName.tsx'
import { type FeedView, feedsInView } from './feed-view.ts'
import { HEALTH_LABELS, HealthBadge } from './HealthBadge.tsx'
import type { Refresh } from './useRefresh.ts'

type Props = {
  feeds: readonly ListedFeed[]
  view: FeedView
  onView: (view: FeedView) => void
  refresh: Refresh
  onEdit: (feed: ListedFeed) => void
  onDelete: (feed: ListedFeed) => void
}

/** The feeds by health and search, each with all that can be done with it. */
export function FeedTable({ feeds, view, onView, refresh, onEdit, onDelete }: Props) {
  const tabs = useMemo(
    () => [
      { name: 'all' as const, label: `All (${feeds.length})` },
      ...FEED_HEALTHS.map((name) => ({
        name,
        label: `${HEALTH_LABELS[name]} (${feeds.filter(({ health }) => health === name).length})`,
      })),
    ],
    [feeds],
  )
  const found = feedsInView(feeds, view)
  const columns: Column<ListedFeed>[] = [
    { name: 'feed', label: 'Feed', cell: (feed) => <FeedName feed={feed} /> },
    { name: 'health', label: 'Health', isForWide: true, cell: (feed) => <HealthBadge feed={feed} /> },
    { name: 'checks', label: 'Checks', isForWide: true, cell: (feed) => <FeedChecks feed={feed} /> },
    {
      name: 'articles',
      label: 'Articles',
      isFigure: true,
      isForWide: true,
      cell: ({ articles }) =>
        articles.toLocaleString('en-GB') + (articles >= MAX_COUNTED_ARTICLES ? '+' : ''),
    },
    {
      name: 'actions',
      label: 'Actions',
      isHeadHidden: true,
      cell: (feed) => (
        <FeedActions
          feed={feed}
          refresh={refresh}
          onEdit={() => onEdit(feed)}
          onDelete={() => onDelete(feed)}
        />
      ),
    },
  ]
  return (
    <Tabs
      label="Feeds by health"
      tabs={tabs}
      current={view.health ?? 'all'}
      onChange={(name) => onView({ ...view, health: name === 'all' ? undefined : name })}
    >
      <div className="flex flex-col gap-3">
        <div className="flex max-w-md">
          <SearchField
            label="Search feeds"
            placeholder="Search by title, address or category"
            value={view.text}
            onSearch={(text) => onView({ ...view, text })}
          />
        </div>
        {found.length === 0 ? (
          <p role="status" className="sheet p-4 text-14">
            No feed is like that. Try another search or tab.
          </p>
        ) : (
          <Table caption="Feeds" columns={columns} rows={found} keyOf={({ id }) => id} />
        )}
      </div>
    </Tabs>
  )
}
