import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { formatShortDay } from '#kernel/time/dates.ts'
import { Badge } from '#ui/admin/Badge.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { EmptyState } from '#ui/admin/EmptyState.tsx'
import { ListState } from '#ui/admin/LoadState.tsx'
import { Person } from '#ui/admin/Person.tsx'
import { type Column, Table } from '#ui/admin/Table.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { statusFailure, subscribersFailure } from '../rules/messages.ts'
import type { Subscriber } from '../server/subscribers.server.ts'
import { changeSubscriber, subscribersQuery } from '../subscribers.functions.ts'
import { SubscriberMenu } from './SubscriberMenu.tsx'

/** Separate, since the screen of users shows it too, without the import. */
export function SubscriberTable({ q }: { q: string }) {
  const query = useInfiniteQuery(subscribersQuery(q))
  const rows = query.data?.pages.flatMap(({ subscribers }) => subscribers) ?? []
  const change = useChangeSubscriber()
  const action = (subscriber: Subscriber) => (
    <span className="inline-flex items-center gap-1">
      <Button
        isBusy={change.busyId === subscriber.id}
        onClick={() => change.run(subscriber)}
        aria-label={
          subscriber.isActive
            ? phrase('Deactivate {email}', { email: subscriber.email })
            : phrase('Activate {email}', { email: subscriber.email })
        }
      >
        {subscriber.isActive ? phrase('Deactivate') : phrase('Activate')}
      </Button>
      <SubscriberMenu subscriber={subscriber} />
    </span>
  )
  const columns: Column<Subscriber>[] = [
    {
      name: 'subscriber',
      label: phrase('Subscriber'),
      cell: (subscriber) => <SubscriberCell subscriber={subscriber} action={action(subscriber)} />,
    },
    {
      name: 'date',
      label: phrase('Subscribed'),
      isForWide: true,
      cell: ({ subscribedAt }) => <Day at={subscribedAt} />,
    },
    {
      name: 'action',
      label: phrase('Action'),
      isHeadHidden: true,
      isNumeric: true,
      isForWide: true,
      cell: action,
    },
  ]
  return (
    <ListState
      query={query}
      failure={subscribersFailure()}
      isEmpty={rows.length === 0}
      empty={
        q ? (
          <EmptyState
            title={phrase('No subscribers found')}
            text={phrase('Try another name or email address.')}
          />
        ) : (
          <EmptyState title={phrase('No subscribers yet')} text={phrase('People who sign up appear here.')} />
        )
      }
    >
      <Table
        caption={phrase('Newsletter subscribers')}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
      />
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
        title: phrase('Success'),
        text: isActive ? phrase('Subscriber deactivated') : phrase('Subscriber activated'),
      }),
    onError: (error) => showFailure(error, statusFailure()),
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
      name={fullName?.trim() || phrase('Anonymous Subscriber')}
      badge={isActive ? <Badge tone="good">{phrase('Active')}</Badge> : <Badge>{phrase('Inactive')}</Badge>}
    >
      <p className="text-13 wrap-anywhere text-muted">{email}</p>
      {inactiveReason && <p className="text-13 wrap-anywhere text-muted">{inactiveReason}</p>}
      <p className="text-13 text-muted lg:hidden">
        {phraseParts('Subscribed {day}', { day: <Day key="day" at={subscribedAt} /> })}
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
