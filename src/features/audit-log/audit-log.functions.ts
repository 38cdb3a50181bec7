import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { readAuditFilter } from './rules/audit-filter.ts'
import { listAudit, listAuditFilterOptions } from './server/audit-log.server.ts'

export const auditFailure = () => phrase('Failed to load the audit log')

/** Empty values do not filter. */
export type AuditSearch = { person: string; kind: string; day: string }

const getAudit = createServerFn({ method: 'GET' })
  .middleware([requireCapability('audit.read')])
  .validator(
    z.object({
      person: z.string().max(1_000),
      kind: z.string().max(1_000),
      day: z.string().max(1_000),
      before: z.int().positive().optional(),
    }),
  )
  .handler(({ data: { before, ...search } }) =>
    withUserMessage(auditFailure(), () => listAudit(db(), { ...readAuditFilter(search), before })),
  )

const getAuditFilterOptions = createServerFn({ method: 'GET' })
  .middleware([requireCapability('audit.read')])
  .handler(() => withUserMessage(auditFailure(), () => listAuditFilterOptions(db())))

/** Newest first. */
export const auditQuery = (search: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'audit', 'list', search],
    queryFn: ({ pageParam }) => getAudit({ data: { ...search, before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    meta: { tags: ['admin:audit'] },
  })

export const auditFilterOptionsQuery = queryOptions({
  queryKey: ['admin', 'audit', 'filter-options'],
  queryFn: () => getAuditFilterOptions(),
  meta: { tags: ['admin:audit'] },
})
