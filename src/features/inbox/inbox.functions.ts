import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { id } from '#kernel/id.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { countUnread, listInbox, markRead } from './server/inbox.server.ts'

export const inboxFailure = () => phrase('Failed to fetch inbox')

const getInbox = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ before: z.string().max(100).optional() }))
  .handler(({ data, context }) =>
    withUserMessage(inboxFailure(), () => listInbox(db(), context.account, data.before)),
  )

const getUnreadCount = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .handler(({ context }) => withUserMessage(inboxFailure(), () => countUnread(db(), context.account)))

export const markReadFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ ids: z.array(id).min(1).max(100).optional(), isRead: z.boolean().default(true) }))
  .handler(({ data, context }) =>
    withUserMessage(phrase('Failed to update inbox'), () =>
      markRead(db(), context.account, data.ids, data.isRead),
    ),
  )

export const inboxQuery = infiniteQueryOptions({
  queryKey: ['admin', 'inbox', 'list'],
  queryFn: ({ pageParam }) => getInbox({ data: { before: pageParam } }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next ?? undefined,
  meta: { tags: ['admin:inbox', 'admin:drafts'] },
})

export const unreadCountQuery = queryOptions({
  queryKey: ['admin', 'inbox', 'count'],
  queryFn: () => getUnreadCount(),
  meta: { tags: ['admin:inbox', 'admin:drafts'] },
})
