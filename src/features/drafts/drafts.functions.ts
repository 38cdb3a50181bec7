import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { id } from '#kernel/id.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { revisionNumber } from './rules/publication-forms.ts'
import { revisionNameForm } from './rules/publish-labels.ts'
import { listStaff } from './server/list-staff.server.ts'
import { findRevision, listRevisions, nameRevision, requireReadableDraft } from './server/revisions.server.ts'

const listRevisionsFn = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id, before: revisionNumber.optional() }))
  .handler(({ data, context }) =>
    withUserMessage(phrase('Failed to fetch revisions'), async () => {
      await requireReadableDraft(db(), context.account, data.id)
      return listRevisions(db(), data.id, data.before)
    }),
  )

const findRevisionFn = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.write')])
  .validator(z.object({ id, number: revisionNumber }))
  .handler(({ data, context }) =>
    withUserMessage(phrase('Failed to fetch revisions'), async () => {
      await requireReadableDraft(db(), context.account, data.id)
      return findRevision(db(), data.id, data.number)
    }),
  )

export const nameRevisionFn = createServerFn({ method: 'POST' })
  .middleware([requireCapability('article.write')])
  .validator(revisionNameForm.extend({ id, number: revisionNumber }))
  .handler(({ data, context }) =>
    withUserMessage(phrase('Failed to name revision'), () => nameRevision(db(), context.account, data)),
  )

export const revisionsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'articles', 'revisions', id],
    queryFn: ({ pageParam }) => listRevisionsFn({ data: { id, before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    meta: { tags: ['admin:drafts'] },
  })

/** A revision never changes. */
export const revisionQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: ['admin', 'articles', 'revisions', id, number],
    queryFn: () => findRevisionFn({ data: { id, number } }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { tags: [] },
  })

const getStaff = createServerFn({ method: 'GET' })
  .middleware([requireCapability('article.read-all')])
  .handler(() => withUserMessage(phrase('Failed to fetch people'), () => listStaff(db())))

export const staffQuery = queryOptions({
  queryKey: ['admin', 'staff'],
  queryFn: () => getStaff(),
  meta: { tags: ['admin:users'] },
})
