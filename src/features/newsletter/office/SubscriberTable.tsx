import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatShortDay } from '#kernel/dates.ts'
import { Badge } from '#ui/office/Badge.tsx'
import { Button } from '#ui/office/Button.tsx'
import { EmptyState } from '#ui/office/EmptyState.tsx'
import { ListState } from '#ui/office/ListState.tsx'
import { Person } from '#ui/office/Person.tsx'
import { type Column, Table } from '#ui/office/Table.tsx'
import type { Subscriber } from '../server/subscribers.server.ts'
import { subscribersQuery } from '../subscribers.functions.ts'
import { SUBSCRIBERS_FAILURE } from './messages.ts'
import { useChangeSubscriber } from './useChangeSubscriber.ts'

/** The subscribers whose email, name or id holds `q`, each to be activated or deactivated. */
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
      cell: (subscriber) => <Who subscriber={subscriber} action={action(subscriber)} />,
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
      isFigure: true,
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
          <EmptyState title="No subscribers found" text="Try another part of the name or address" />
        ) : (
          <EmptyState title="No subscribers yet" text="Who signs up with the newsletter form stands here" />
        )
      }
    >
      <Table caption="Newsletter subscribers" columns={columns} rows={rows} keyOf={({ id }) => id} />
    </ListState>
  )
}

/** On narrow screens the date and the action stand here as well: a row has no room for columns. */
function Who({ subscriber, action }: { subscriber: Subscriber; action: ReactNode }) {
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
