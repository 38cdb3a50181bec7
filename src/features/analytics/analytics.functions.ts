import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireRole } from '#features/accounts/require-role.functions.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/with-user-message.server.ts'
import { PERIODS, type Period } from './rules/analytics-period.ts'
import {
  findContent,
  findEngagement,
  findOverview,
  findTraffic,
  findVisitorsNow,
} from './server/analytics.server.ts'

const LOAD_FAILURE = 'Failed to load analytics'
/** Views are not announced: what is shown of them is read anew while it is looked at. */
const READ_AGAIN_MS = 60_000
const NOW_MS = 10_000

const asked = z.object({ period: z.enum(PERIODS) })

const getOverview = createServerFn({ method: 'GET' })
  .middleware([requireRole('admin')])
  .validator(asked)
  .handler(({ data }) =>
    withUserMessage(LOAD_FAILURE, () => findOverview(db(), { ...data, now: new Date() })),
  )

const getContentFigures = createServerFn({ method: 'GET' })
  .middleware([requireRole('admin')])
  .validator(asked)
  .handler(({ data }) => withUserMessage(LOAD_FAILURE, () => findContent(db(), { ...data, now: new Date() })))

const getTraffic = createServerFn({ method: 'GET' })
  .middleware([requireRole('admin')])
  .validator(asked)
  .handler(({ data }) => withUserMessage(LOAD_FAILURE, () => findTraffic(db(), { ...data, now: new Date() })))

const getEngagement = createServerFn({ method: 'GET' })
  .middleware([requireRole('admin')])
  .validator(asked)
  .handler(({ data }) =>
    withUserMessage(LOAD_FAILURE, () => findEngagement(db(), { ...data, now: new Date() })),
  )

const getVisitorsNow = createServerFn({ method: 'GET' })
  .middleware([requireRole('admin')])
  .handler(() => withUserMessage(LOAD_FAILURE, () => findVisitorsNow(db(), new Date())))

/** While figures of another period come, those that are shown stay. */
const shown = {
  staleTime: 0,
  refetchInterval: READ_AGAIN_MS,
  placeholderData: keepPreviousData,
  meta: { tags: [] },
}

export const overviewQuery = (period: Period) =>
  queryOptions({
    ...shown,
    queryKey: ['admin', 'analytics', 'overview', period],
    queryFn: () => getOverview({ data: { period } }),
  })

export const contentQuery = (period: Period) =>
  queryOptions({
    ...shown,
    queryKey: ['admin', 'analytics', 'content', period],
    queryFn: () => getContentFigures({ data: { period } }),
  })

export const trafficQuery = (period: Period) =>
  queryOptions({
    ...shown,
    queryKey: ['admin', 'analytics', 'traffic', period],
    queryFn: () => getTraffic({ data: { period } }),
  })

export const engagementQuery = (period: Period) =>
  queryOptions({
    ...shown,
    queryKey: ['admin', 'analytics', 'engagement', period],
    queryFn: () => getEngagement({ data: { period } }),
  })

/** Who is on the site now. */
export const visitorsNowQuery = queryOptions({
  queryKey: ['admin', 'analytics', 'now'],
  queryFn: () => getVisitorsNow(),
  staleTime: 0,
  refetchInterval: NOW_MS,
  meta: { tags: [] },
})
