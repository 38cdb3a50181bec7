import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { PERIODS, type Period } from './rules/analytics-params.ts'
import {
  findContent,
  findEngagement,
  findOverview,
  findTraffic,
  findVisitorsNow,
} from './server/analytics.server.ts'

export const metricsFailure = () => phrase('Failed to load analytics')
/** Page views send no live events. */
const POLL_INTERVAL_MS = 60_000
const VISITORS_POLL_INTERVAL_MS = 10_000

const input = z.object({ period: z.enum(PERIODS) })

const getOverview = createServerFn({ method: 'GET' })
  .middleware([requireCapability('analytics.read')])
  .validator(input)
  .handler(({ data }) =>
    withUserMessage(metricsFailure(), () => findOverview(db(), { ...data, now: new Date() })),
  )

const getContentMetrics = createServerFn({ method: 'GET' })
  .middleware([requireCapability('analytics.read')])
  .validator(input)
  .handler(({ data }) =>
    withUserMessage(metricsFailure(), () => findContent(db(), { ...data, now: new Date() })),
  )

const getTraffic = createServerFn({ method: 'GET' })
  .middleware([requireCapability('analytics.read')])
  .validator(input)
  .handler(({ data }) =>
    withUserMessage(metricsFailure(), () => findTraffic(db(), { ...data, now: new Date() })),
  )

const getEngagement = createServerFn({ method: 'GET' })
  .middleware([requireCapability('analytics.read')])
  .validator(input)
  .handler(({ data }) =>
    withUserMessage(metricsFailure(), () => findEngagement(db(), { ...data, now: new Date() })),
  )

const getVisitorsNow = createServerFn({ method: 'GET' })
  .middleware([requireCapability('analytics.read')])
  .handler(() => withUserMessage(metricsFailure(), () => findVisitorsNow(db(), new Date())))

/** Keeps previous metrics while others load. */
const options = {
  staleTime: 0,
  refetchInterval: POLL_INTERVAL_MS,
  placeholderData: keepPreviousData,
  meta: { tags: [] },
}

export const overviewQuery = (period: Period) =>
  queryOptions({
    ...options,
    queryKey: ['admin', 'analytics', 'overview', period],
    queryFn: () => getOverview({ data: { period } }),
  })

export const contentQuery = (period: Period) =>
  queryOptions({
    ...options,
    queryKey: ['admin', 'analytics', 'content', period],
    queryFn: () => getContentMetrics({ data: { period } }),
  })

export const trafficQuery = (period: Period) =>
  queryOptions({
    ...options,
    queryKey: ['admin', 'analytics', 'traffic', period],
    queryFn: () => getTraffic({ data: { period } }),
  })

export const engagementQuery = (period: Period) =>
  queryOptions({
    ...options,
    queryKey: ['admin', 'analytics', 'engagement', period],
    queryFn: () => getEngagement({ data: { period } }),
  })

export const visitorsNowQuery = queryOptions({
  queryKey: ['admin', 'analytics', 'now'],
  queryFn: () => getVisitorsNow(),
  staleTime: 0,
  refetchInterval: VISITORS_POLL_INTERVAL_MS,
  meta: { tags: [] },
})
