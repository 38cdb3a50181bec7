import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { removeSampleEdition as removeArticles } from '#features/feeds/ingest/sample-edition.server.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { env } from '#platform/process/env.server.ts'
import { findDashboard } from './server/dashboard.server.ts'

export const loadFailure = () => phrase('Failed to load the dashboard')
export const sampleFailure = () => phrase('Failed to remove the sample edition')

const getDashboard = createServerFn({ method: 'GET' })
  .middleware([requireCapability('admin.open')])
  .handler(({ context }) =>
    withUserMessage(loadFailure(), () =>
      findDashboard(db(), context.account, {
        now: new Date(),
        hasNightlyBackups: env().BACKUP_TO !== undefined,
      }),
    ),
  )

export const removeSampleEdition = createServerFn({ method: 'POST' })
  .middleware([requireCapability('feeds.manage')])
  .handler(({ context }) => withUserMessage(sampleFailure(), () => removeArticles(db(), context.account)))

export const dashboardQuery = queryOptions({
  queryKey: ['admin', 'dashboard'],
  queryFn: () => getDashboard(),
  meta: {
    tags: ['articles', 'settings', 'admin:users', 'admin:feeds', 'admin:subscribers', 'admin:backups'],
  },
})
