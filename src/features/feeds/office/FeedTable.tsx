import { useMemo } from 'react'
import { formatNumber } from '#kernel/format-count.ts'
import { SearchField } from '#ui/office/SearchField.tsx'
import { type Column, Table } from '#ui/office/Table.tsx'
import { Tabs } from '#ui/office/Tabs.tsx'
import { MAX_COUNTED_ARTICLES } from '../rules/feed-form.ts'
import { FEED_HEALTHS, type FeedFilter, filterFeeds } from '../rules/feed-health.ts'
import type { ListedFeed } from '../server/feeds.server.ts'
import { FeedActions } from './FeedActions.tsx'
import { FeedChecks, FeedName, HEALTH_LABELS, HealthBadge } from './FeedCells.tsx'
import type { Refresh } from './useRefresh.ts'

type Props = {
  feeds: readonly ListedFeed[]
  filter: FeedFilter
  onFilter: (filter: FeedFilter) => void
  refresh: Refresh
  onEdit: (feed: ListedFeed) => void
  onDelete: (feed: ListedFeed) => void
}

export function FeedTable({ feeds, filter, onFilter, refresh, onEdit, onDelete }: Props) {
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
  const found = filterFeeds(feeds, filter)
  const columns: Column<ListedFeed>[] = [
    { name: 'feed', label: 'Feed', cell: (feed) => <FeedName feed={feed} /> },
    { name: 'health', label: 'Health', isForWide: true, cell: (feed) => <HealthBadge feed={feed} /> },
    { name: 'checks', label: 'Checks', isForWide: true, cell: (feed) => <FeedChecks feed={feed} /> },
    {
      name: 'articles',
      label: 'Articles',
      isNumeric: true,
      isForWide: true,
      cell: ({ articles }) => formatNumber(articles) + (articles >= MAX_COUNTED_ARTICLES ? '+' : ''),
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
      current={filter.health ?? 'all'}
      onChange={(name) => onFilter({ ...filter, health: name === 'all' ? undefined : name })}
    >
      <div className="flex flex-col gap-3">
        <div className="flex max-w-md">
          <SearchField
            label="Search feeds"
            placeholder="Title, address or category"
            value={filter.text}
            onSearch={(text) => onFilter({ ...filter, text })}
          />
        </div>
        {found.length === 0 ? (
          <p role="status" className="sheet p-4 text-14">
            No feeds found. Try another search or tab.
          </p>
        ) : (
          <Table caption="Feeds" columns={columns} rows={found} keyOf={({ id }) => id} />
        )}
      </div>
    </Tabs>
  )
}
