import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { removeSampleEdition as removeArticles } from '#features/feeds/ingest/sample-edition.server.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { env } from '#platform/process/env.server.ts'
import { findDashboard } from './server/dashboard.server.ts'

export const LOAD_FAILURE = 'Failed to load the dashboard'
export const SAMPLE_FAILURE = 'Failed to remove the sample edition'

const getDashboard = createServerFn({ method: 'GET' })
  .middleware([requireCapability('admin.open')])
  .handler(({ context }) =>
    withUserMessage(LOAD_FAILURE, () =>
      findDashboard(db(), context.account, {
        now: new Date(),
        hasNightlyBackups: env().BACKUP_TO !== undefined,
      }),
    ),
  )

export const removeSampleEdition = createServerFn({ method: 'POST' })
  .middleware([requireCapability('feeds.manage')])
  .handler(({ context }) => withUserMessage(SAMPLE_FAILURE, () => removeArticles(db(), context.account)))

export const dashboardQuery = queryOptions({
  queryKey: ['admin', 'dashboard'],
  queryFn: () => getDashboard(),
  meta: {
    tags: ['articles', 'settings', 'admin:users', 'admin:feeds', 'admin:subscribers', 'admin:backups'],
  },
})
