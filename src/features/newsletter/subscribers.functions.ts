import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { id } from '#kernel/id.ts'
import { readLine } from '#kernel/parameters.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import {
  deleteSubscriberFailure,
  newsletterDataFailure,
  statusFailure,
  subscriberDataFailure,
  subscribersFailure,
} from './rules/messages.ts'
import { deleteSubscriber, readSubscriberData } from './server/subscriber-data.server.ts'
import { countSubscribers, listSubscribers, setSubscriberActive } from './server/subscribers.server.ts'

const getSubscribers = createServerFn({ method: 'GET' })
  .middleware([requireCapability('newsletter.manage')])
  .validator(z.object({ q: z.string().max(1_000), before: z.string().max(100).optional() }))
  .handler(({ data: { q, before } }) =>
    withUserMessage(subscribersFailure(), () => listSubscribers(db(), { q: readLine(q), before })),
  )

const getSubscriberCounts = createServerFn({ method: 'GET' })
  .middleware([requireCapability('newsletter.manage')])
  .handler(() =>
    withUserMessage(newsletterDataFailure(), async () => {
      const now = new Date()
      return { ...(await countSubscribers(db(), now)), at: now.toISOString() }
    }),
  )

export const changeSubscriber = createServerFn({ method: 'POST' })
  .middleware([requireCapability('newsletter.manage')])
  .validator(z.object({ id, isActive: z.boolean() }))
  .handler(({ data, context }) =>
    withUserMessage(statusFailure(), () => setSubscriberActive(db(), { by: context.account, ...data })),
  )

/** Uses POST, since each access is recorded in the audit log. */
export const exportSubscriber = createServerFn({ method: 'POST' })
  .middleware([requireCapability('newsletter.manage')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage(subscriberDataFailure(), () =>
      readSubscriberData(db(), { by: context.account, id: data.id }),
    ),
  )

export const deleteSubscriberFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('newsletter.manage')])
  .validator(z.object({ id }))
  .handler(({ data, context }) =>
    withUserMessage(deleteSubscriberFailure(), () =>
      deleteSubscriber(db(), { by: context.account, id: data.id }),
    ),
  )

export const subscribersQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'subscribers', 'list', q],
    queryFn: ({ pageParam }) => getSubscribers({ data: { q, before: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    meta: { tags: ['admin:subscribers'] },
  })

export const subscriberCountsQuery = queryOptions({
  queryKey: ['admin', 'subscribers', 'counts'],
  queryFn: () => getSubscriberCounts(),
  meta: { tags: ['admin:subscribers'] },
})
