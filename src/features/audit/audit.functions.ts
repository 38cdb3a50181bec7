import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requires } from '#features/accounts/requires.functions.ts'
import { db } from '#platform/database/db.server.ts'
import { orFail } from '#platform/public-failure.server.ts'
import { AUDIT_FAILURE } from './rules/audit-failure.ts'
import { readAuditFilter } from './rules/audit-filter.ts'
import { listAudit, listAuditChoices } from './server/audit-log.server.ts'

/** The texts of the address that filter the log. */
export type AuditTexts = { person: string; kind: string; day: string }

const getAudit = createServerFn({ method: 'GET' })
  .middleware([requires('admin')])
  .validator(
    z.object({
      person: z.string(),
      kind: z.string(),
      day: z.string(),
      before: z.int().positive().optional(),
    }),
  )
  .handler(({ data: { before, ...texts } }) =>
    orFail(AUDIT_FAILURE, () => listAudit(db(), { ...readAuditFilter(texts), before })),
  )

const getAuditChoices = createServerFn({ method: 'GET' })
  .middleware([requires('admin')])
  .handler(() => orFail(AUDIT_FAILURE, () => listAuditChoices(db())))

/** The entries of the audit log that pass the filter, the latest first, page after page. */
export const auditQuery = (texts: AuditTexts) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'audit', 'list', texts],
    queryFn: ({ pageParam }) => getAudit({ data: { ...texts, before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    meta: { tags: ['admin:audit'] },
  })

/** What the log can be filtered by. */
export const auditChoicesQuery = queryOptions({
  queryKey: ['admin', 'audit', 'choices'],
  queryFn: () => getAuditChoices(),
  meta: { tags: ['admin:audit'] },
})
