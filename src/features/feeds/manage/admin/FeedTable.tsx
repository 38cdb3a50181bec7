import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CirclePause, CirclePlay, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { SearchField } from '#ui/admin/forms/SearchField.tsx'
import { IconButton } from '#ui/admin/IconButton.tsx'
import { type Column, Table } from '#ui/admin/Table.tsx'
import { Tabs } from '#ui/admin/Tabs.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { FEED_HEALTHS, type FeedFilter, filterFeeds } from '../../model/feed-health.ts'
import type { ListedFeed } from '../../model/feeds.server.ts'
import { feedUpdateFailure, switchFeed } from '../feeds.functions.ts'
import { FeedArticles, FeedChecks, FeedName, HealthBadge, healthLabels } from './FeedCells.tsx'
import type { Refresh } from './useRefresh.tsx'

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
      { name: 'all' as const, label: phrase('All ({count})', { count: feeds.length }) },
      ...FEED_HEALTHS.map((name) => ({
        name,
        label: `${healthLabels()[name]} (${feeds.filter(({ health }) => health === name).length})`,
      })),
    ],
    [feeds],
  )
  const found = filterFeeds(feeds, filter)
  const columns: Column<ListedFeed>[] = [
    { name: 'feed', label: phrase('Feed'), cell: (feed) => <FeedName feed={feed} /> },
    { name: 'health', label: phrase('Health'), isForWide: true, cell: (feed) => <HealthBadge feed={feed} /> },
    { name: 'checks', label: phrase('Checks'), isForWide: true, cell: (feed) => <FeedChecks feed={feed} /> },
    {
      name: 'articles',
      label: phrase('Articles'),
      isNumeric: true,
      isForWide: true,
      cell: (feed) => <FeedArticles feed={feed} />,
    },
    {
      name: 'actions',
      label: phrase('Actions'),
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
      label={phrase('Feeds by health')}
      tabs={tabs}
      current={filter.health ?? 'all'}
      onChange={(name) => onFilter({ ...filter, health: name === 'all' ? undefined : name })}
    >
      <div className="flex flex-col gap-3">
        <div className="flex max-w-md">
          <SearchField
            label={phrase('Search feeds')}
            placeholder={phrase('Title, address or category')}
            value={filter.text}
            onSearch={(text) => onFilter({ ...filter, text })}
          />
        </div>
        {found.length === 0 ? (
          <p role="status" className="sheet p-4 text-14">
            {phrase('No feeds found. Try another search or tab.')}
          </p>
        ) : (
          <Table caption={phrase('Feeds')} columns={columns} rows={found} keyOf={({ id }) => id} />
        )}
      </div>
    </Tabs>
  )
}

type FeedActionsProps = { feed: ListedFeed; refresh: Refresh; onEdit: () => void; onDelete: () => void }

function FeedActions({ feed, refresh, onEdit, onDelete }: FeedActionsProps) {
  const queryClient = useQueryClient()
  const { id, enabled } = feed
  const name = feed.title || feed.url
  const { mutate, isPending } = useMutation({
    mutationFn: switchFeed,
    onSuccess: (isFound) =>
      void showToast({
        title: !isFound
          ? phrase('Feed not found')
          : enabled
            ? phrase('Feed disabled')
            : phrase('Feed enabled'),
      }),
    onError: (error) => showFailure(error, feedUpdateFailure()),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin', 'feeds'] }),
  })
  const isRefreshing = refresh.busy.has(id)
  return (
    <div className="ms-auto grid w-max grid-cols-[auto_auto] md:grid-cols-[repeat(4,auto)] lg:grid-cols-[auto_auto] xl:grid-cols-[repeat(4,auto)]">
      <IconButton
        label={phrase('Refresh {name} now', { name })}
        Icon={RefreshCw}
        isSpinning={isRefreshing}
        isDisabled={isRefreshing || !enabled}
        onClick={() => refresh.start({ id, name })}
      />
      <IconButton label={phrase('Edit {name}', { name })} Icon={Pencil} onClick={onEdit} />
      <IconButton
        label={enabled ? phrase('Disable {name}', { name }) : phrase('Enable {name}', { name })}
        Icon={enabled ? CirclePause : CirclePlay}
        isDisabled={isPending}
        onClick={() => mutate({ id, enabled: !enabled })}
      />
      <IconButton label={phrase('Delete {name}', { name })} Icon={Trash2} onClick={onDelete} />
    </div>
  )
}
