import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatShortDay } from '#kernel/dates.ts'
import { requestOwn } from '#platform/http/request-own.ts'
import { Badge } from '#ui/office/Badge.tsx'
import { Button } from '#ui/office/Button.tsx'
import { EmptyState } from '#ui/office/EmptyState.tsx'
import { ListState } from '#ui/office/LoadState.tsx'
import { Person } from '#ui/office/Person.tsx'
import { SearchField } from '#ui/office/SearchField.tsx'
import { type Column, Table } from '#ui/office/Table.tsx'
import { useDownload } from '#ui/office/useDownload.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import type { Subscriber } from '../server/subscribers.server.ts'
import { changeSubscriber, subscribersQuery } from '../subscribers.functions.ts'
import { ImportSubscribers } from './ImportSubscribers.tsx'
import { STATUS_FAILURE, SUBSCRIBERS_FAILURE } from './messages.ts'

type Props = { q: string; onSearch: (q: string) => void }

export function SubscribersTab({ q, onSearch }: Props) {
  const download = useDownload({
    load: async () => (await requestOwn('/api/admin/newsletter_subscribers.csv')).blob(),
    fileName: 'newsletter_subscribers.csv',
    failure: 'Failed to export newsletter subscribers',
  })
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField label="Search by email or name" value={q} onSearch={onSearch} />
        <Button onClick={download.start} isBusy={download.isBusy} busyText="Exporting...">
          <Download aria-hidden size={16} />
          Export CSV
        </Button>
        <ImportSubscribers />
      </div>
      <SubscriberTable q={q} />
    </div>
  )
}

export function SubscriberTable({ q }: { q: string }) {
  const query = useInfiniteQuery(subscribersQuery(q))
  const rows = query.data?.pages.flatMap(({ subscribers }) => subscribers) ?? []
  const change = useChangeSubscriber()
  const action = (subscriber: Subscriber) => (
    <Button
      isBusy={change.busyId === subscriber.id}
      onClick={() => change.run(subscriber)}
      aria-label={`${subscriber.isActive ? 'Deactivate' : 'Activate'} ${subscriber.email}`}
    >
      {subscriber.isActive ? 'Deactivate' : 'Activate'}
    </Button>
  )
  const columns: Column<Subscriber>[] = [
    {
      name: 'subscriber',
      label: 'Subscriber',
      cell: (subscriber) => <SubscriberCell subscriber={subscriber} action={action(subscriber)} />,
    },
    {
      name: 'date',
      label: 'Subscribed',
      isForWide: true,
      cell: ({ subscribedAt }) => <Day at={subscribedAt} />,
    },
    {
      name: 'action',
      label: 'Action',
      isHeadHidden: true,
      isNumeric: true,
      isForWide: true,
      cell: action,
    },
  ]
  return (
    <ListState
      query={query}
      failure={SUBSCRIBERS_FAILURE}
      isEmpty={rows.length === 0}
      empty={
        q ? (
          <EmptyState title="No subscribers found" text="Try a different name or email address." />
        ) : (
          <EmptyState title="No subscribers yet" text="People who sign up appear here." />
        )
      }
    >
      <Table caption="Newsletter subscribers" columns={columns} rows={rows} keyOf={({ id }) => id} />
    </ListState>
  )
}

/** Messages: spec §8. */
function useChangeSubscriber() {
  const queryClient = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ id, isActive }: Pick<Subscriber, 'id' | 'isActive'>) => {
      const { kind } = await changeSubscriber({ data: { id, isActive: !isActive } })
      if (kind === 'missing') throw new Error('The subscriber no longer exists')
      return queryClient.invalidateQueries({ queryKey: ['admin', 'subscribers'] })
    },
    onSuccess: (_, { isActive }) =>
      void showToast({
        title: 'Success',
        text: isActive ? 'Subscriber deactivated' : 'Subscriber activated',
      }),
    onError: (error) => showFailure(error, STATUS_FAILURE),
  })
  return {
    run: (subscriber: Subscriber) => mutate(subscriber),
    busyId: isPending ? variables.id : undefined,
  }
}

/** Includes the columns that narrow screens hide. */
function SubscriberCell({ subscriber, action }: { subscriber: Subscriber; action: ReactNode }) {
  const { fullName, email, isActive, inactiveReason, subscribedAt } = subscriber
  return (
    <Person
      name={fullName?.trim() || 'Anonymous Subscriber'}
      badge={isActive ? <Badge tone="good">Active</Badge> : <Badge>Inactive</Badge>}
    >
      <p className="text-13 wrap-anywhere text-muted">{email}</p>
      {inactiveReason && <p className="text-13 wrap-anywhere text-muted">{inactiveReason}</p>}
      <p className="text-13 text-muted lg:hidden">
        Subscribed <Day at={subscribedAt} />
      </p>
      <div className="pt-2 lg:hidden">{action}</div>
    </Person>
  )
}

function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {formatShortDay(at)}
    </time>
  )
}
