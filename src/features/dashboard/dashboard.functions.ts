import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { requires } from '#features/accounts/requires.functions.ts'
import { newsFetcher } from '#features/feeds/news-fetcher.server.ts'
import { db } from '#platform/database/db.server.ts'
import { orFail } from '#platform/public-failure.server.ts'
import { findDashboard } from './dashboard.server.ts'
import { dropSampleEdition, refreshContent } from './dashboard-changes.server.ts'
import { LOAD_FAILURE, REFRESH_FAILURE } from './messages.ts'

const getDashboard = createServerFn({ method: 'GET' })
  .middleware([requires('admin')])
  .handler(() => orFail(LOAD_FAILURE, () => findDashboard(db(), new Date())))

/** Gathers all feeds now; answers with what came in. @throws with the message of spec §8 */
export const refreshNewsNow = createServerFn({ method: 'POST' })
  .middleware([requires('admin')])
  .handler(({ context }) =>
    orFail(REFRESH_FAILURE, () =>
      refreshContent(db(), newsFetcher(), { by: context.account, now: new Date() }),
    ),
  )

/** Takes the sample edition away; answers with the number of its stories. */
export const removeSampleEdition = createServerFn({ method: 'POST' })
  .middleware([requires('admin')])
  .handler(({ context }) =>
    orFail('Failed to remove the sample edition', () => dropSampleEdition(db(), { by: context.account })),
  )

/** All that the dashboard shows. */
export const dashboardQuery = queryOptions({
  queryKey: ['admin', 'dashboard'],
  queryFn: () => getDashboard(),
})
